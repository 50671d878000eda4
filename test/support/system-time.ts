import { onTestFinished, vi } from "vitest";

/** Stands the time of the system, also its monotonic one, at `moment` till it is set again; for sandboxes that are made after it. */
export function standSystemAt(moment: number): void {
  for (const clock of [Date, performance]) {
    const spy = vi.spyOn(clock, "now").mockReturnValue(moment);
    onTestFinished(() => spy.mockRestore());
  }
}
