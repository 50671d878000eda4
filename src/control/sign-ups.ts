import * as z from "zod";

import type { ClientProfile, SignUp } from "../domain/client-profile.ts";
import { newClientProfile } from "../domain/client-profile.ts";
import { emailPattern } from "../domain/email-address.ts";
import type { Environment } from "../domain/firm.ts";
import type { Lead } from "../domain/lead.ts";
import { chosenFor } from "../rules/trace.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { created, ok } from "./answer.ts";
import { ControlError } from "./control-error.ts";
import type { Conversion } from "./conversion.ts";
import { convert } from "./conversion.ts";
import { EnvironmentInput, isIn } from "./environment.ts";
import { activeLead, leadOf } from "./leads.ts";
import { withQuery, withBody } from "./operation.ts";
import { NoQuery, one } from "./shapes.ts";
import {
  showClientProfile,
  showLead,
  showMessage,
  ShownClientProfile,
  ShownLead,
  ShownMessage,
  ShownPlan,
  showPlan,
} from "./show.ts";

/** A name in the form that the store can hold. */
const Name = z.string().transform((text) => text.toWellFormed());

/** POST `W/sign-ups`: a client signs up (interface 3; rules state.convert, state.convert.scope). */
export const signUp = withBody({
  id: "sign-up",
  summary: "A client signs up: a profile is made and every matching Active Lead converts",
  level: "workspace",
  method: "POST",
  path: "/sign-ups",
  body: z.strictObject({
    email: z.email({ pattern: emailPattern }),
    firstName: Name.exactOptional(),
    lastName: Name.exactOptional(),
    referralCode: z.string().exactOptional(),
    environment: EnvironmentInput,
  }),
  status: 201,
  answer: one(
    z.strictObject({
      clientProfile: ShownClientProfile,
      leads: z.array(ShownLead),
      plans: z.array(ShownPlan),
      emails: z.array(ShownMessage),
    }),
  ),
  run({ workspace }, client) {
    const { profile, conversions } = signUpClient(workspace, client);
    return created({
      clientProfile: showClientProfile(profile),
      leads: conversions.map(({ lead }) => showLead(lead)),
      plans: conversions.flatMap(({ plans }) => plans.map((plan) => showPlan(workspace, plan))),
      emails: conversions.flatMap(({ emails }) =>
        emails.map((email) => showMessage(workspace, email)),
      ),
    });
  },
});

/** What came of a sign-up. */
export interface SignedUp {
  readonly profile: ClientProfile;
  readonly conversions: readonly Conversion[];
}

/** Signs a client up: every matching Active Lead is converted. A `ControlError` tells an unknown code (422) or a known client (409). */
export function signUpClient(
  workspace: Workspace,
  input: SignUp & { readonly referralCode?: string; readonly environment?: Environment },
): SignedUp {
  const { referralCode, environment = "sandbox", ...client } = input;
  refuseUnknownCode(workspace, referralCode);
  refuseRegistered(workspace, environment, client.email);
  return workspace.transaction(() => {
    const leads = matchingLeads(workspace, environment, client.email);
    const profile = register(workspace, environment, client, leads[0] ?? null);
    return {
      profile,
      conversions: leads.map((lead) => convert(workspace, lead, { profile, isNew: true })),
    };
  });
}

/** POST `W/leads/{leadId}/convert`: the client of one Lead signs up, with its email. */
export const convertOneLead = withQuery({
  id: "convert-lead",
  summary: "The client of this Lead signs up, with the Lead's email",
  level: "workspace",
  method: "POST",
  path: "/leads/{leadId}/convert",
  query: NoQuery,
  answer: one(
    z.strictObject({
      lead: ShownLead,
      clientProfile: ShownClientProfile,
      plans: z.array(ShownPlan),
      emails: z.array(ShownMessage),
    }),
  ),
  run(call) {
    const { workspace } = call;
    const lead = activeLead(workspace, leadOf(call));
    return workspace.transaction(() => {
      const { environment } = lead;
      const known = registered(workspace, environment, lead.email);
      const profile = known ?? register(workspace, environment, { email: lead.email }, lead);
      const client = { profile, isNew: known === null };
      const { lead: converted, plans, emails } = convert(workspace, lead, client);
      return ok({
        lead: showLead(converted),
        clientProfile: showClientProfile(profile),
        plans: plans.map((plan) => showPlan(workspace, plan)),
        emails: emails.map((email) => showMessage(workspace, email)),
      });
    });
  },
});

function refuseUnknownCode(workspace: Workspace, code: string | undefined): void {
  if (code === undefined || workspace.store().referralCodes.find(code) !== null) return;
  throw new ControlError(422, `There is no referral code ${JSON.stringify(code)}.`, {
    fields: { referralCode: [{ code: "NOT_FOUND", message: "No Firm has this referral code" }] },
    hint: "Use one of a Firm, or none.",
  });
}

function refuseRegistered(workspace: Workspace, environment: Environment, email: string): void {
  const profile = registered(workspace, environment, email);
  if (profile === null) return;
  throw new ControlError(409, `A client signed up with ${email} already (${profile.id}).`, {
    hint: "A Lead that was created since can be converted with POST leads/{id}/convert.",
  });
}

/** The client who signed up with that email in that environment (rule env.data). */
export function registered(
  workspace: Workspace,
  environment: Environment,
  email: string,
): ClientProfile | null {
  const comparison = chosenFor("lead.email.case", workspace.assumptions());
  const clients = workspace.store().clientProfiles.withEmail(email, comparison);
  return clients.find((client) => isIn(workspace, environment, client)) ?? null;
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

function register(
  workspace: Workspace,
  environment: Environment,
  client: SignUp,
  lead: Lead | null,
): ClientProfile {
  const store = workspace.store();
  const { number, id } = workspace.nextRecord("clientProfile", store.clientProfiles);
  const profile = newClientProfile({ id, environment, now: workspace.clock.now() }, client, lead);
  store.clientProfiles.insert(number, profile);
  workspace.emit("client.signed-up", { id, email: client.email });
  return profile;
}
