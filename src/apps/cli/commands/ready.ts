import { Command } from "commander";

import { delay, performance } from "../../../base/values/native-timers.ts";
import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import { exitCodes } from "../exit-codes.ts";
import type { OptionRows, OptionsOf } from "../options/option-rows.ts";
import { addressRows, jsonRow } from "../options/shared-rows.ts";
import { withOptions } from "../options/with-options.ts";
import { print } from "../output/output.ts";
import type { Probed } from "../tester/probe.ts";
import { probe } from "../tester/probe.ts";
import { sandboxUrl } from "../tester/sandbox-url.ts";
import { durationMs } from "../values.ts";

const readyRows = {
  "--wait [duration]": {
    help: "wait until it is ready; 30s by default",
    parse: durationMs,
    preset: "30s",
  },
  ...addressRows,
  ...jsonRow,
} as const satisfies OptionRows;

const lookMsMax = 2_000;
const betweenLooksMs = 50;

/** `ready`: checks whether a sandbox answers, or waits until it does. */
export function readyCommand({ exit, environment }: CommandLine): Command {
  const command = new Command("ready")
    .helpGroup(groups.driving)
    .description("Check whether the sandbox is ready; exits with 1 if it is not");
  return withOptions(command, readyRows)
    .addHelpText("after", examples("lead-sandbox ready", "lead-sandbox ready --wait 10s"))
    .action(async (options: OptionsOf<typeof readyRows>) => {
      const url = await sandboxUrl(options, environment);
      const { reason } = await probeUntil(url, options.wait ?? 0);
      const shown = { ready: reason === null, url, reason };
      print(options, shown, () => (reason === null ? `ready at ${url}` : ""));
      if (reason === null) return;
      process.stderr.write(`lead-sandbox: No sandbox is ready at ${url}: ${reason}.${advice}\n`);
      exit(exitCodes.failed);
    });
}

const advice =
  " Start one with lead-sandbox serve, or name another with --url or LEAD_SANDBOX_URL.";

/** The first successful probe, or the last one within `waitMs`; there is always one. */
async function probeUntil(url: string, waitMs: number): Promise<Probed> {
  const until = performance.now() + waitMs;
  for (;;) {
    const leftMs = until - performance.now();
    const lookMs = waitMs === 0 ? lookMsMax : Math.min(lookMsMax, Math.max(leftMs, 1));
    // oxlint-disable-next-line no-await-in-loop -- polls one at a time
    const found = await probe(url, Math.ceil(lookMs));
    if (found.reason === null || until - performance.now() <= betweenLooksMs) return found;
    // oxlint-disable-next-line no-await-in-loop -- sequential, as above
    await delay(betweenLooksMs);
  }
}
