/** `--tick stdin`: each line on standard output ends one tick, so a line too many would shift all later ones. */
import { setTimeout as delay } from "node:timers/promises";

import { describe, expect, it, onTestFinished } from "vitest";

import { stdinTicker } from "../../../src/harness/simulate/ticks/stdin-ticker.ts";

/** Starts a shell script as the job, and returns how to run its ticks. */
function jobOf(script: string) {
  const options = {
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    onStillRunning: () => {},
  };
  const ticker = stdinTicker(options)({
    env: { PATH: process.env["PATH"] },
    command: ["sh", "-c", script],
  });
  onTestFinished(() => ticker.end());
  return { ...ticker, tick: (tick: number) => ticker.run({ tick, now: 0 }) };
}

/** Each tick runs `work`; `n` is its number, counted from 1. */
function each(work: string): string {
  return `n=0; while read line; do n=$((n + 1)); ${work}; done`;
}

describe("--tick stdin", () => {
  it("takes one line for each tick, and logs on standard error", async () => {
    const job = jobOf(each("echo log >&2; echo log >&2; echo done $n"));
    for (const number of [0, 1, 2]) {
      // oxlint-disable-next-line no-await-in-loop -- one tick after another
      expect(await job.tick(number)).toMatchObject({ ok: true });
    }
  });

  it("takes any line of a process that ends", async () => {
    const job = jobOf(`${each("echo done")}; echo bye`);
    await job.tick(0);
    await job.overlap({ tick: 1, now: 0 });
    expect(await job.tick(2)).toMatchObject({ ok: true });
  });

  it.each([
    ["a second line after the first tick", each("echo log; sleep 0.1; echo done")],
    ["two lines at once", each("printf 'log\\ndone\\n'")],
    ["a line at its start", `echo started; ${each("sleep 0.1; echo done")}`],
  ])("ends the simulation for %s, with what to do", async (_what, script) => {
    const job = jobOf(script);
    const message = "for tick 0. Print one line when a tick is done, and logs to standard error.";
    await expect(job.tick(0)).rejects.toThrow(message);
  });

  it("ends the simulation for two lines at once in a later tick", async () => {
    const job = jobOf(each("if [ $n = 2 ]; then printf 'log\\ndone\\n'; else echo done; fi"));
    await job.tick(0);
    await expect(job.tick(1)).rejects.toThrow("for tick 1. Print one line");
  });

  it("ends the simulation for a line while no tick waits", async () => {
    const job = jobOf(each("echo done; if [ $n = 2 ]; then sleep 0.2; echo late; fi"));
    await job.tick(0);
    await job.tick(1);
    await delay(500);
    await expect(job.tick(2)).rejects.toThrow("for tick 1. Print one line");
  });

  it("ends the simulation for two lines of an overlapping tick, after the tick in progress", async () => {
    const job = jobOf(
      each("if echo $line | grep -q :1,; then printf 'log\\ndone\\n'; else echo done; fi"),
    );
    await job.overlap({ tick: 1, now: 0 });
    await expect(job.tick(0)).rejects.toThrow("for tick 1. Print one line");
  });
});
