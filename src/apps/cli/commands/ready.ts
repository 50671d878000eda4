import { Command, Option } from "commander";

import { delay, performance } from "../../../base/values/native-timers.ts";
import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import { exitCodes } from "../exit-codes.ts";
import { print } from "../output/output.ts";
import type { Probed } from "../tester/probe.ts";
import { probe } from "../tester/probe.ts";
import { configOption, urlOption } from "../tester/running-sandbox.ts";
import { sandboxUrl } from "../tester/sandbox-url.ts";
import { durationMs } from "../values.ts";

interface ReadyOptions {
  readonly url?: string;
  readonly config?: string;
  readonly wait?: number;
  readonly json?: boolean;
}

const lookMsMax = 2_000;
const betweenLooksMs = 50;

/** `ready`: checks whether a sandbox answers, or waits until it does. */
export function readyCommand({ exit, environment }: CommandLine): Command {
  return new Command("ready")
    .helpGroup(groups.driving)
    .description("Check whether the sandbox is ready; exits with 1 if it is not")
    .addOption(
      new Option("--wait [duration]", "wait until it is ready; 30s by default")
        .preset("30s")
        .argParser(durationMs),
    )
    .option("--url <url>", urlOption)
    .option("-c, --config <file>", configOption)
    .option("--json", "print one JSON document")
    .addHelpText("after", examples("lead-sandbox ready", "lead-sandbox ready --wait 10s"))
    .action(async (options: ReadyOptions) => {
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
