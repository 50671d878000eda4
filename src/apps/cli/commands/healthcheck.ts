import { Command } from "commander";

import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import { exitCodes } from "../exit-codes.ts";
import { print } from "../output/output.ts";
import { probe } from "../tester/probe.ts";
import { configOption, urlOption } from "../tester/running-sandbox.ts";
import { sandboxUrl } from "../tester/sandbox-url.ts";
import { timeoutOption } from "../values.ts";

interface HealthcheckOptions {
  readonly url?: string;
  readonly config?: string;
  readonly timeout: number;
  readonly json?: boolean;
}

/** `healthcheck`: a single probe, for the container engine. */
export function healthcheckCommand({ exit, environment }: CommandLine): Command {
  return new Command("healthcheck")
    .helpGroup(groups.driving)
    .description(
      "Exit with 0 if the sandbox on this machine is healthy, else with 1 (for containers)",
    )
    .option("--url <url>", urlOption)
    .option("-c, --config <file>", configOption)
    .addOption(timeoutOption("how long to wait for its answer", 2_000, "2s"))
    .option("--json", "print one JSON document")
    .addHelpText("after", examples("lead-sandbox healthcheck"))
    .action(async (options: HealthcheckOptions) => {
      const url = await sandboxUrl(options, environment);
      const { reason } = await probe(url, options.timeout);
      const text = reason === null ? "healthy" : `unhealthy: ${reason} at ${url}`;
      print(options, { healthy: reason === null, url, reason }, () => text);
      if (reason !== null) exit(exitCodes.failed);
    });
}
