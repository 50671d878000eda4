import type { Json } from "../../base/values/json.ts";
import type { WorkspaceSettings } from "./workspace-settings.ts";

/**
 * A stateful component of a workspace, apart from its rows. The workspace lists all of them, so that a reset, a
 * restored snapshot and a replaced state include each.
 */
export interface Resettable {
  readonly name: string;
  /** Starts again from its part of `settings` and discards the rest. */
  readonly renew: (settings: WorkspaceSettings) => void;
  /** Its part of the settings, persisted with the rows. */
  readonly keep: () => Partial<WorkspaceSettings>;
  /** Its full current state. */
  readonly inspect: () => Json;
}
