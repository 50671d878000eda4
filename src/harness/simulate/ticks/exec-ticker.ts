/** `--tick exec`: the command runs to its end for each tick. */
import { runCommand } from "../../../base/processes/run-command.ts";
import { iso } from "../../../base/values/moment.ts";
import type { TickEnd } from "../model.ts";
import type { JobOptions, NewTicker, TickStart } from "./ticker.ts";
import { done, failed, late, newOutput } from "./ticker.ts";

export function execTicker(options: JobOptions): NewTicker {
  const { timeoutMs, signal, onStillRunning } = options;
  return (env, command) => {
    let killing = new AbortController();
    const run = async ({ tick, now }: TickStart, kill: AbortSignal): Promise<TickEnd> => {
      if (signal.aborted) return failed("interrupted");
      const output = newOutput();
      const { code, error, timedOut, stillRunning } = await runCommand({
        command,
        env: { ...env, LEAD_SANDBOX_NOW: iso(now), LEAD_SANDBOX_TICK: String(tick) },
        stdio: ["ignore", "pipe", "pipe"],
        timeoutMs,
        signal,
        kill,
        onOutput: output.add,
      });
      if (stillRunning !== undefined) onStillRunning(stillRunning);
      if (kill.aborted) return { ...failed("killed", output.text()), killed: true };
      if (error !== null) return failed(error.message);
      if (timedOut) return late("end", timeoutMs, output.text());
      return code === 0 ? done : failed(`exit code ${code}`, output.text());
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
