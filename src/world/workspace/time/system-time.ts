/**
 * The system's time in epoch milliseconds: read once, then advanced by a monotonic clock. Setting the system clock
 * neither stops nor moves the time measured here.
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
