import type { ClientProfile, SignUp } from "../../domain/model/client-profile.ts";
import type { Environment } from "../../domain/model/firm.ts";
import type { Lead } from "../../domain/model/lead.ts";
import { chosenFor } from "../../domain/rules/trace.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Conversion } from "./convert-lead.ts";
import { convertLead } from "./convert-lead.ts";
import { isIn } from "./environment.ts";
import { findClient } from "./find-client.ts";
import { registerClient } from "./register-client.ts";

/** A client who signed up, and the Leads that converted. */
export interface SignedUp {
  readonly profile: ClientProfile;
  readonly conversions: readonly Conversion[];
}

/** The result of a sign-up. */
export type SignUpResult =
  | ({ readonly ok: true } & SignedUp)
  | { readonly ok: false; readonly reason: "unknown-referral-code"; readonly code: string }
  | {
      readonly ok: false;
      readonly reason: "already-registered";
      readonly profile: ClientProfile;
    };

/**
 * Signs a client up: creates their profile and converts every matching Active Lead (interface 3; rule
 * state.convert).
 */
export function signUp(
  workspace: Workspace,
  input: SignUp & { readonly referralCode?: string; readonly environment?: Environment },
): SignUpResult {
  const { referralCode: code, environment = "sandbox", ...entered } = input;
  const known = code === undefined ? null : workspace.store().referralCodes.find(code);
  if (code !== undefined && (known === null || known.deletedAt !== null)) {
    return { ok: false, reason: "unknown-referral-code", code };
  }
  const client = findClient(workspace, environment, entered.email);
  if (client !== null) return { ok: false, reason: "already-registered", profile: client };
  return workspace.transaction(() => {
    const leads = matchingLeads(workspace, environment, entered.email);
    const several = chosenFor("state.convert.profile.several", workspace.assumptions());
    const lead = leads.at(several === "newest" ? 0 : -1) ?? null;
    const profile = registerClient(workspace, { environment, entered, lead });
    const conversions = leads.map((one) => convertLead(workspace, one, { profile, isNew: true }));
    return { ok: true, profile, conversions };
  });
}

/** The Leads that a sign-up converts, newest first (rule state.convert.scope). */
export function matchingLeads(
  workspace: Workspace,
  environment: Environment,
  email: string,
): readonly Lead[] {
  const assumptions = workspace.assumptions();
  const comparison = chosenFor("lead.email.case", assumptions);
  const leads = workspace
    .store()
    .leads.activeWithEmail(email, comparison)
    .filter((lead) => isIn(workspace, environment, lead));
  return chosenFor("state.convert.scope", assumptions) === "all" ? leads : leads.slice(0, 1);
}
