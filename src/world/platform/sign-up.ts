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
    const profile = registerClient(workspace, {
      environment,
      entered,
      lead: fillingLead(workspace, leads),
    });
    const conversions = leads.map((one) => convertLead(workspace, one, { profile, isNew: true }));
    return { ok: true, profile, conversions };
  });
}

/**
 * Signs up the client of an Active Lead with its email. Converts what a sign-up with that email converts, and this Lead
 * in any case, as the first one. A registered client keeps their profile.
 */
export function signUpClientOf(
  workspace: Workspace,
  named: Lead,
): SignedUp & { readonly lead: Lead } {
  return workspace.transaction(() => {
    const { environment, email } = named;
    const matching = matchingLeads(workspace, environment, email);
    const others = matching.filter(({ id }) => id !== named.id);
    const isAmong = others.length < matching.length;
    const known = findClient(workspace, environment, email);
    // Under `newest-only`, a Lead that does not match is older than the one that does.
    const lead = fillingLead(workspace, isAmong ? matching : [...matching, named]);
    const profile = known ?? registerClient(workspace, { environment, entered: { email }, lead });
    const client = { profile, isNew: known === null };
    const first = convertLead(workspace, named, client);
    const rest = others.map((one) => convertLead(workspace, one, client));
    return { lead: first.lead, profile, conversions: [first, ...rest] };
  });
}

/** The Lead that fills the profile of a new client, of those that convert together, newest first. */
function fillingLead(workspace: Workspace, leads: readonly Lead[]): Lead | null {
  const several = chosenFor("state.convert.profile.several", workspace.assumptions());
  return leads.at(several === "newest" ? 0 : -1) ?? null;
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
