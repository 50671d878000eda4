import { Date } from "../../../base/values/native-timers.ts";
import { modeOf } from "../../../world/workspace/time/clock-setting.ts";
import type { Clock } from "../../../world/workspace/time/clock.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import type { ShownClock } from "./shown-clock.ts";

/**
 * The clock of a workspace. `offsetMs` is its lead over the system clock; null when frozen, so that two runs show
 * the same.
 */
export function showClock(workspace: Pick<Workspace, "clock">): ShownClock {
  const setting = workspace.clock.setting();
  const now = workspace.clock.now();
  const { rate = null, mode, onRefusal = "stay" } = modeOf(setting);
  return {
    now: new Date(now).toISOString(),
    mode,
    offsetMs: offsetOf(workspace.clock, now),
    rate,
    onRefusal,
  };
}

function offsetOf(clock: Clock, now: number): number | null {
  const setting = clock.setting();
  if (setting.mode === "frozen") return null;
  return setting.pace === undefined ? setting.offsetMs : now - clock.systemNow();
}
