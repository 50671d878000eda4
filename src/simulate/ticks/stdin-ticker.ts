/** `--tick stdin`: one line to the running command for each tick, and one line back when it is done. */
import { setTimeout as delay } from "node:timers/promises";

import { iso } from "../../values/moment.ts";
import type { TickEnd } from "../model.ts";
import type { Service, StartedJob } from "./service.ts";
import { startService } from "./service.ts";
import type { JobOptions, NewTicker, TickStart } from "./ticker.ts";
import { done, failed } from "./ticker.ts";

export function stdinTicker(options: JobOptions): NewTicker {
  return (env, command) => {
    const job = { env, command };
    let process: LineProcess | null = null;
    const current = (): LineProcess => {
      if (process === null || process.service.hasEnded()) process = startLines(options, job);
      return process;
    };
    return {
      run: (start) => current().tick(start),
      kill: () => process?.kill(),
      async overlap(start) {
        const second = startLines(options, job);
        const end = await second.tick(start);
        await second.service.end();
        return end;
      },
      async end() {
        await process?.service.end();
      },
    };
  };
}

interface LineProcess {
  readonly service: Service;
  readonly tick: (start: TickStart) => Promise<TickEnd>;
  readonly kill: () => void;
}

function startLines(options: JobOptions, job: StartedJob): LineProcess {
  let onLine: (() => void) | null = null;
  let killed = false;
  const service = startService(options, job, (chunk) => {
    if (chunk.includes("\n")) onLine?.();
  });
  return {
    service,
    kill() {
      killed = true;
      service.kill();
    },
    async tick({ tick, now }) {
      const { promise: line, resolve } = Promise.withResolvers<TickEnd>();
      onLine = () => resolve(done);
      const timer = new AbortController();
      const late = delay(options.timeoutMs, null, { signal: timer.signal }).then(
        () => failed(`no line within ${options.timeoutMs / 1_000} s`, service.output()),
        () => done,
      );
      service.input()?.write(`${JSON.stringify({ tick, now: iso(now) })}\n`);
      const ended = service.ended.then((why) => failed(why, service.output()));
      const end = await Promise.race([line, late, ended]);
      onLine = null;
      timer.abort();
      if (killed) await service.ended;
      else if (!end.ok) await service.end();
      return killed ? { ...failed("killed"), killed: true } : end;
    },
  };
}
