import type { ClientProfile } from "../../domain/model/client-profile.ts";
import type { Lead } from "../../domain/model/lead.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Conversion } from "./convert-lead.ts";
import { convertLead } from "./convert-lead.ts";
import { findClient } from "./find-client.ts";
import { registerClient } from "./register-client.ts";

/**
 * Signs up the client of one Active Lead with its email, and converts only that Lead, for histories that decide about
 * single Leads (`signUpClientOf` converts the others, too). A registered client keeps their profile.
 */
export function signUpLead(
  workspace: Workspace,
  lead: Lead,
): Conversion & { readonly profile: ClientProfile } {
  return workspace.transaction(() => {
    const { environment, email } = lead;
    const known = findClient(workspace, environment, email);
    const profile = known ?? registerClient(workspace, { environment, entered: { email }, lead });
    return { profile, ...convertLead(workspace, lead, { profile, isNew: known === null }) };
  });
}
