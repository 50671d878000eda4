/** Watches whether the machine is too busy to judge time. */
import { cpus, loadavg } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";

/** A later event loop delays answers as much as verdicts about time tolerate. */
const lateMsMax = 500;
/** The maximum load for each processor of the machine. */
const loadMax = 5;

/** Starts to watch. The result ends it, and returns whether the machine was too busy. */
export function watchBusyness(): () => boolean {
  const lateness = monitorEventLoopDelay({ resolution: 20 });
  lateness.enable();
  return () => {
    lateness.disable();
    const [load = 0] = loadavg();
    return lateness.max / 1e6 > lateMsMax || load > loadMax * Math.max(1, cpus().length);
  };
}
