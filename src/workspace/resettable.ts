import type { Json } from "../domain/json.ts";
import type { WorkspaceSettings } from "./workspace-settings.ts";

/**
 * State that a workspace holds in memory, apart from its rows. The workspace lists every one of them, so that a reset, a
 * restored snapshot and a replaced state take all of them along.
 */
export interface Resettable {
  readonly name: string;
  /** Starts again from what `settings` has of it and forgets the rest. */
  readonly renew: (settings: WorkspaceSettings) => void;
  /** What to persist of it with the rows. */
  readonly keep: () => Partial<WorkspaceSettings>;
  /** Everything that it holds now. */
  readonly inspect: () => Json;
}
