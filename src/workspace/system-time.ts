/**
 * The system's time in epoch milliseconds, read once and then counted on by a monotonic clock: a system clock that is set
 * back or forward neither stops, rewinds nor advances what is measured by it.
 */
export function newSystemTime(): () => number {
  // Bound, so that fake timers installed later in the same process do not replace it.
  const elapsed = performance.now.bind(performance);
  const origin = originNow(elapsed);
  return () => Math.floor(origin + elapsed());
}

/** Finer than `Date.now`, unless the system clock was set since the process started. */
function originNow(elapsed: () => number): number {
  const origin = Date.now() - elapsed();
  const { timeOrigin } = performance;
  return Math.abs(timeOrigin - origin) < 2 ? timeOrigin : origin;
}
