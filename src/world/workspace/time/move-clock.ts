import { Date } from "../../../base/values/native-timers.ts";
import type { NewEvent } from "../transactions.ts";
import type { Workspace } from "../workspace.ts";
import type { ClockMode } from "./clock-setting.ts";
import { modeOf, settingAt } from "./clock-setting.ts";
import { latestMoment } from "./clock.ts";

/**
 * Moves the clock of a workspace to a moment, where it runs on as `mode` says. Events due in between happen first, in
 * order. Returns the event of the move.
 */
export function moveClock(workspace: Workspace, mode: ClockMode, to: number): NewEvent {
  const { clock, schedule } = workspace;
  const now = clock.now();
  const { expiresAt } = workspace.origin();
  clock.set(settingAt(mode, to, clock.systemNow));
  // Before the events: a move that cannot be saved makes nothing due.
  workspace.save(clock);
  schedule.runUpTo(expiresAt !== null && expiresAt <= to ? expiresAt - 1 : to);
  return workspace.emit("clock.moved", {
    from: new Date(now).toISOString(),
    to: new Date(to).toISOString(),
    mode: mode.mode,
  });
}

/** Moves a clock with `jump` to the moment at which the refused key may send again; null for any other clock. */
export function jumpOnRefusal(workspace: Workspace, allowedAt: number): NewEvent | null {
  const setting = workspace.clock.setting();
  if (setting.onRefusal !== "jump" || allowedAt > latestMoment) return null;
  if (allowedAt <= workspace.clock.now()) return null;
  return moveClock(workspace, modeOf(setting), allowedAt);
}
