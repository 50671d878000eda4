import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { execTicker } from "../../../src/harness/simulate/ticks/exec-ticker.ts";
import { stdinTicker } from "../../../src/harness/simulate/ticks/stdin-ticker.ts";
import type { NewTicker } from "../../../src/harness/simulate/ticks/ticker.ts";
import { isLong } from "../../long/size.ts";
import { simulated } from "./simulated.ts";

const source = readFileSync("docs/polling/full_scan.py", "utf8");

const job = {
  timeoutMs: 60_000,
  signal: new AbortController().signal,
  onStillRunning: () => {},
};

/** The program as a service that runs once for each line. */
function lines(program: string): readonly string[] {
  return [
    "python3",
    "-c",
    `import sys\nfor line in sys.stdin:\n  try: exec(${JSON.stringify(program)}, {})\n  except Exception as error: print(error, file=sys.stderr)\n  print("done", flush=True)`,
  ];
}

const how: readonly (readonly [string, NewTicker, (program: string) => readonly string[]])[] = [
  ["exec", execTicker(job), (program) => ["python3", "-c", program]],
  ["stdin", stdinTicker(job), lines],
];

describe("a Python poller", () => {
  it.each(how)(
    "shows nothing when it is right, by --tick %s",
    async (_name, newTicker, commandOf) => {
      const report = await simulated(async () => {}, {
        newTicker,
        command: commandOf(source),
        changes: new Set(["create", "convert", "crash"]),
        // The groups of events with a crash.
        shard: isLong ? { part: 1, of: 1 } : { part: 8, of: 9 },
      });
      expect(report.problem).toBeNull();
      expect(report.findings).toEqual([]);
      expect(report.histories[0]?.failedTicks).toBeGreaterThan(0);
    },
  );
});

describe("a command that cannot be simulated", () => {
  it.each([
    ["fails", ["false"], "exit code 1"],
    ["is not there", ["no-such-program"], "no-such-program was not found."],
    ["makes no call", ["true"], "made no call"],
  ])("%s", async (_why, command, reason) => {
    const report = await simulated(async () => {}, { command, newTicker: execTicker(job) });
    expect(report.problem).toContain(reason);
  });
});
