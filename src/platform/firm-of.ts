import type { Firm } from "../domain/firm.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** The Firm that a record refers to by its id; a missing one is a fault of the sandbox. */
export function firmOf(workspace: Workspace, firmId: string): Firm {
  const firm = workspace.store().firms.find(firmId);
  if (firm === null) throw new Error(`There is no Firm ${firmId}.`);
  return firm;
}
