/** `--tick URL`: a POST to the running command for each tick; its status ends the tick. */

import { iso } from "../../../base/values/moment.ts";
import { delay, performance, timeoutSignal } from "../../../base/values/native-timers.ts";
import type { Resident } from "../../runs/process.ts";
import { startResident } from "../../runs/process.ts";
import type { TickEnd } from "../model.ts";
import type { JobOptions, NewTicker, TickStart } from "./ticker.ts";
import { done, failed, late } from "./ticker.ts";

/** How long a service may take until it accepts connections. */
const startMsMax = 30_000;
const retryMs = 50;
const textBytesMax = 1_000;

export function urlTicker(options: JobOptions, url: string): NewTicker {
  return (job) => {
    let service: Resident | null = null;
    let killed = false;
    const run = async (start: TickStart): Promise<TickEnd> => {
      if (service === null || service.hasEnded()) service = startResident(job, options, () => {});
      const running = service;
      const ended = running.ended.then((why) => failed(why, running.output()));
      const over = new AbortController();
      const signal = AbortSignal.any([options.signal, over.signal]);
      const end = await Promise.race([post(url, start, { ...options, signal }), ended]);
      // A start that is still to be sent would reach the next service.
      over.abort();
      if (end !== null) return end;
      // It would go on with this tick while the ledger is read.
      await running.end();
      return late("answer", options.timeoutMs, running.output());
    };
    return {
      async run(start) {
        killed = false;
        const end = await run(start);
        if (!killed) return end;
        await service?.ended;
        return { ...failed("killed"), killed: true };
      },
      kill() {
        killed = true;
        service?.kill();
      },
      overlap: run,
      async end() {
        await service?.end();
      },
    };
  };
}

/**
 * Sends the start of a tick, again while the service does not accept connections yet. Null without an answer within
 * the time limit.
 */
async function post(url: string, start: TickStart, options: JobOptions): Promise<TickEnd | null> {
  const { signal, timeoutMs } = options;
  const until = performance.now() + startMsMax;
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after another
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ tick: start.tick, now: iso(start.now) }),
        signal: AbortSignal.any([signal, timeoutSignal(timeoutMs)]),
        redirect: "manual",
      });
      // oxlint-disable-next-line no-await-in-loop -- the body of this answer
      const text = await startOf(response);
      return response.ok ? done : failed(`status ${response.status}`, text);
    } catch (error) {
      if (error instanceof Error && error.name === "TimeoutError") return null;
      if (!isRefused(error) || performance.now() > until || signal.aborted) {
        return failed(error instanceof Error ? messageOf(error) : String(error));
      }
    }
    // oxlint-disable-next-line no-await-in-loop -- between two attempts
    await delay(retryMs);
  }
}

/** The first part of a body. Its status ended the tick, and the rest may have no end. */
async function startOf({ body }: Response): Promise<string> {
  let text = Buffer.alloc(0);
  for await (const chunk of body ?? []) {
    text = Buffer.concat([text, chunk]);
    if (text.length >= textBytesMax) break;
  }
  return text.subarray(0, textBytesMax).toString("utf8");
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
}

function messageOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
