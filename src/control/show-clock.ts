import type { Workspace } from "../workspace/workspace.ts";
import type { ShownClock } from "./clock.ts";

/** The clock of a workspace. `offsetMs` is how far it is ahead of the system's; null when frozen, so that two runs show the same. */
export function showClock(workspace: Pick<Workspace, "clock">): ShownClock {
  const setting = workspace.clock.setting();
  const now = workspace.clock.now();
  const offsetMs = setting.mode === "system" ? setting.offsetMs : null;
  return { now: new Date(now).toISOString(), mode: setting.mode, offsetMs };
}
