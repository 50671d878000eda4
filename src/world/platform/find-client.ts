import type { ClientProfile } from "../../domain/model/client-profile.ts";
import type { Environment } from "../../domain/model/firm.ts";
import { chosenFor } from "../../domain/rules/trace.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { isIn } from "./environment.ts";

/** The client, unless deleted, who signed up with that email in that environment (rules env.data, lead.email.case). */
export function findClient(
  workspace: Workspace,
  environment: Environment,
  email: string,
): ClientProfile | null {
  const comparison = chosenFor("lead.email.case", workspace.assumptions());
  const clients = workspace.store().clientProfiles.withEmail(email, comparison);
  const isKnown = (client: ClientProfile): boolean =>
    client.deletedAt === null && isIn(workspace, environment, client);
  return clients.find(isKnown) ?? null;
}
