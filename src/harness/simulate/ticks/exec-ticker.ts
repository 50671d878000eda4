/** `--tick exec`: the command runs to its end for each tick. */
import { iso } from "../../../base/values/moment.ts";
import { startProcess } from "../../runs/process.ts";
import type { TickEnd } from "../model.ts";
import type { JobOptions, NewTicker, TickStart } from "./ticker.ts";
import { done, failed, late } from "./ticker.ts";

export function execTicker(options: JobOptions): NewTicker {
  const { timeoutMs, signal, onStillRunning } = options;
  return ({ env, command }) => {
    let killing = new AbortController();
    const run = async ({ tick, now }: TickStart, kill: AbortSignal): Promise<TickEnd> => {
      if (signal.aborted) return failed("interrupted");
      const started = {
        command,
        env: { ...env, LEAD_SANDBOX_NOW: iso(now), LEAD_SANDBOX_TICK: String(tick) },
      };
      const running = startProcess(started, { timeoutMs, signal, kill, onStillRunning });
      const { exit, error, output } = await running.ended;
      if (kill.aborted) return { ...failed("killed", output), killed: true };
      if (error !== null) return failed(error.message);
      if (exit.timedOut) return late("end", timeoutMs, output);
      return exit.code === 0 ? done : failed(`exit code ${exit.code}`, output);
    };
    return {
      run(start) {
        killing = new AbortController();
        return run(start, killing.signal);
      },
      kill: () => killing.abort(),
      overlap: (start) => run(start, new AbortController().signal),
      end: async () => {},
    };
  };
}
