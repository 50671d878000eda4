import type { Firm } from "../../domain/model/firm.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** The Firm with that id. Throws if it is missing, which is an error of the sandbox. */
export function firmOf(workspace: Workspace, firmId: string): Firm {
  const firm = workspace.store().firms.find(firmId);
  if (firm === null) throw new Error(`There is no Firm ${firmId}.`);
  return firm;
}
