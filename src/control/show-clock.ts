import type { Workspace } from "../workspace/workspace.ts";
import type { ShownClock } from "./clock.ts";

/** The clock of a workspace; `offsetMs` is how far it is ahead of the system's. */
export function showClock(workspace: Pick<Workspace, "clock">): ShownClock {
  const setting = workspace.clock.setting();
  const now = workspace.clock.now();
  const offsetMs = setting.mode === "system" ? setting.offsetMs : now - Date.now();
  return { now: new Date(now).toISOString(), mode: setting.mode, offsetMs };
}
