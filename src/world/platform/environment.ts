/** Selects the environment whose records an action of the platform sees (rule env.data). */
import type { Environment } from "../../domain/model/firm.ts";
import { chosenFor } from "../../domain/rules/trace.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Whether a record is visible in that environment. */
export function isIn(
  workspace: Workspace,
  environment: Environment,
  record: { readonly environment: Environment },
): boolean {
  return record.environment === environment || sharesEnvironments(workspace);
}

/** Whether both environments see the same records. */
export function sharesEnvironments(workspace: Workspace): boolean {
  return chosenFor("env.data", workspace.assumptions()) === "shared";
}
