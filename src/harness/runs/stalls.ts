import { clearInterval, setInterval } from "../../base/values/native-timers.ts";
import type { Stall } from "./run.ts";

/** How often the timer fires, and how late it may be, in milliseconds. */
const everyMs = 10;
const lateMsMax = 50;

/** Watches how late a timer of the sandbox is. The result ends it, and returns when it was too late. */
export function watchStalls(nowMs: () => number): () => readonly Stall[] {
  const stalls: Stall[] = [];
  let lastMs = nowMs();
  const look = (): void => {
    const now = nowMs();
    if (now - lastMs - everyMs > lateMsMax) stalls.push({ fromMs: lastMs, toMs: now });
    lastMs = now;
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  return () => {
    look();
    clearInterval(timer);
    return stalls;
  };
}
