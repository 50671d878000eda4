import { Command } from "commander";

import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import { exitCodes } from "../exit-codes.ts";
import type { OptionRows, OptionsOf } from "../options/option-rows.ts";
import { addressRows, jsonRow, timeoutRow } from "../options/shared-rows.ts";
import { withOptions } from "../options/with-options.ts";
import { print } from "../output/output.ts";
import { probe } from "../tester/probe.ts";
import { sandboxUrl } from "../tester/sandbox-url.ts";

const healthcheckRows = {
  ...addressRows,
  ...timeoutRow("how long to wait for its answer", 2_000, "2s"),
  ...jsonRow,
} as const satisfies OptionRows;

/** `healthcheck`: a single probe, for the container engine. */
export function healthcheckCommand({ exit, environment }: CommandLine): Command {
  const command = new Command("healthcheck")
    .helpGroup(groups.driving)
    .description(
      "Exit with 0 if the sandbox on this machine is healthy, else with 1 (for containers)",
    );
  return withOptions(command, healthcheckRows)
    .addHelpText("after", examples("lead-sandbox healthcheck"))
    .action(async (options: OptionsOf<typeof healthcheckRows>) => {
      const url = await sandboxUrl(options, environment);
      const { reason } = await probe(url, options.timeout);
      const text = reason === null ? "healthy" : `unhealthy: ${reason} at ${url}`;
      print(options, { healthy: reason === null, url, reason }, () => text);
      if (reason !== null) exit(exitCodes.failed);
    });
}
