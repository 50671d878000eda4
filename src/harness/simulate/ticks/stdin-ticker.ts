/** `--tick stdin`: one line to the running command for each tick, and one line back when it is done. */

import { iso } from "../../../base/values/moment.ts";
import { delay } from "../../../base/values/native-timers.ts";
import type { ClientProcess } from "../../runs/process.ts";
import { startResident } from "../../runs/process.ts";
import type { TickEnd } from "../model.ts";
import { SimulationProblem } from "../settings.ts";
import type { JobOptions, NewTicker, TickStart } from "./ticker.ts";
import { done, failed, late } from "./ticker.ts";

/**
 * How long the first tick waits for a second line. Without it, a client that logs a line before it polls would be
 * one line behind in every tick, and no line would ever come while none is expected.
 */
const secondLineMs = 500;

export function stdinTicker(options: JobOptions): NewTicker {
  let isTried = false;
  return (job) => {
    let process: LineProcess | null = null;
    let problem: string | null = null;
    const start = (): LineProcess => startLines(options, job, (why) => (problem ??= why));
    const current = (): LineProcess => {
      if (process === null || process.hasEnded()) process = start();
      return process;
    };
    return {
      async run(tick) {
        const end = await current().tick(tick);
        if (end.ok && !isTried) await delay(secondLineMs);
        isTried ||= end.ok;
        if (problem !== null && !options.signal.aborted) throw new SimulationProblem(problem);
        return end;
      },
      kill: () => process?.kill(),
      async overlap(tick) {
        const second = start();
        const end = await second.tick(tick);
        await second.end();
        return end;
      },
      async end() {
        await process?.end();
      },
    };
  };
}

interface LineProcess {
  readonly hasEnded: () => boolean;
  readonly tick: (start: TickStart) => Promise<TickEnd>;
  readonly kill: () => void;
  readonly end: () => Promise<void>;
}

function startLines(
  options: JobOptions,
  job: ClientProcess,
  onProblem: (why: string) => void,
): LineProcess {
  let [last, killed, isOver] = [0, false, false];
  let onLine: (() => void) | null = null;
  const resident = startResident(job, options, (chunk) => {
    const lines = chunk.toString("latin1").split("\n").length - 1;
    if (!isOver && lines > (onLine === null ? 0 : 1)) {
      onProblem(extraLine(last, resident.output()));
    }
    if (lines > 0) onLine?.();
  });
  const end = (): Promise<void> => {
    isOver = true;
    return resident.end();
  };
  return {
    hasEnded: resident.hasEnded,
    end,
    kill() {
      [killed, isOver] = [true, true];
      resident.kill();
    },
    async tick({ tick, now }) {
      const { promise: line, resolve } = Promise.withResolvers<TickEnd>();
      last = tick;
      onLine = () => {
        onLine = null;
        resolve(done);
      };
      const timer = new AbortController();
      const limit = delay(options.timeoutMs, null, { signal: timer.signal }).then(
        () => late("line", options.timeoutMs, resident.output()),
        () => done,
      );
      resident.input()?.write(`${JSON.stringify({ tick, now: iso(now) })}\n`);
      const ended = resident.ended.then((why) => failed(why, resident.output()));
      const tickEnd = await Promise.race([line, limit, ended]);
      onLine = null;
      timer.abort();
      if (killed) await resident.ended;
      else if (!tickEnd.ok) await end();
      return killed ? { ...failed("killed"), killed: true } : tickEnd;
    },
  };
}

/** Why a client that prints more lines than ticks cannot be simulated. */
function extraLine(tick: number, output: string): string {
  const printed = output.trimEnd().split("\n").slice(-5);
  return `With --tick stdin, a line on standard output ends the tick. The command printed another one for tick ${tick}. Print one line when a tick is done, and logs to standard error.\n${printed.map((one) => `  ${one.slice(0, 200)}`).join("\n")}`;
}
