/** Watches how busy the machine is, because verdicts about time depend on it. */
import { cpus, loadavg } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";

/** On a loaded machine a client needs more time; on a busy one, time says nothing about it. */
export type Busyness = "calm" | "loaded" | "busy";

/** An event loop that is later than this delays answers noticeably. */
const lateMsMax = 1_000;
/** The load for each processor of the machine from which it is loaded, and from which it is busy. */
const [loadedFrom, busyFrom] = [3, 8];

/** Starts to watch. The result ends it, and returns how busy the machine was. */
export function watchBusyness(): () => Busyness {
  const lateness = monitorEventLoopDelay({ resolution: 20 });
  lateness.enable();
  return () => {
    lateness.disable();
    const [load = 0] = loadavg();
    return busynessOf(lateness.max / 1e6, load / Math.max(1, cpus().length));
  };
}

/** Judges the greatest lateness of the event loop and the load for each processor. */
export function busynessOf(lateMs: number, load: number): Busyness {
  if (lateMs > lateMsMax || load > busyFrom) return "busy";
  return load > loadedFrom ? "loaded" : "calm";
}
