import { dateNow, performance as nativePerformance } from "../../../base/values/native-timers.ts";

/**
 * The system's time in epoch milliseconds: read once, then advanced by a monotonic clock. Setting the system clock
 * neither stops nor moves the time measured here.
 */
/** The clock of the system, which can be set, and a monotonic one. */
interface SystemClocks {
  readonly Date: Pick<DateConstructor, "now">;
  readonly performance: Pick<Performance, "now" | "timeOrigin">;
}

const nativeClocks: SystemClocks = { Date: { now: dateNow }, performance: nativePerformance };

export function newSystemTime(clocks: SystemClocks = nativeClocks): () => number {
  const { performance } = clocks;
  const elapsed = performance.now.bind(performance);
  const origin = originNow(clocks, elapsed);
  return () => Math.floor(origin + elapsed());
}

/** Finer than `Date.now`, unless the system clock was set since the process started. */
function originNow(
  { Date: systemClock, performance: { timeOrigin } }: SystemClocks,
  elapsed: () => number,
): number {
  const origin = systemClock.now() - elapsed();
  return Math.abs(timeOrigin - origin) < 2 ? timeOrigin : origin;
}
