import { onTestFinished, vi } from "vitest";

/**
 * Freezes the system time and the monotonic clock at `moment` until the next call. Only sandboxes
 * made afterwards see it.
 */
export function standSystemAt(moment: number): void {
  for (const clock of [Date, performance]) {
    const spy = vi.spyOn(clock, "now").mockReturnValue(moment);
    onTestFinished(() => spy.mockRestore());
  }
}
