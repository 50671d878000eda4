import * as z from "zod";

import { emailPattern } from "../../../domain/model/email-address.ts";
import { signUpLead } from "../../../world/platform/sign-up-lead.ts";
import type { SignUpResult } from "../../../world/platform/sign-up.ts";
import { signUp as signUpClient } from "../../../world/platform/sign-up.ts";
import { created, ok } from "../calls/answer.ts";
import { ControlError } from "../calls/control-error.ts";
import { withQuery, withBody } from "../calls/operation.ts";
import { NoQuery, one } from "../calls/shapes.ts";
import { EnvironmentInput } from "./environment.ts";
import { requireActive, leadOf } from "./leads.ts";
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

/** A name that the store can hold. */
const Name = z.string().transform((text) => text.toWellFormed());

/** POST `W/sign-ups`: a client signs up (interface 3; rules state.convert, state.convert.scope). */
export const signUp = withBody({
  id: "sign-up",
  summary: "Sign up a client, which creates a profile and converts every matching Active Lead",
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
    const signedUp = signUpClient(workspace, client);
    if (!signedUp.ok) throw signUpRefusal(client.email, signedUp);
    const { profile, conversions } = signedUp;
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

/** POST `W/leads/{leadId}/convert`: signs up the client of one Lead with the Lead's email. */
export const convertOneLead = withQuery({
  id: "convert-lead",
  summary: "Sign up the client of this Lead, with the Lead's email",
  level: "workspace",
  method: "POST",
  path: "/leads/{leadId}/convert",
  query: NoQuery,
  refuses: [507],
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
    const active = requireActive(workspace, leadOf(call));
    const { lead, profile, plans, emails } = signUpLead(workspace, active);
    return ok({
      lead: showLead(lead),
      clientProfile: showClientProfile(profile),
      plans: plans.map((plan) => showPlan(workspace, plan)),
      emails: emails.map((email) => showMessage(workspace, email)),
    });
  },
});

function signUpRefusal(
  email: string,
  refused: Extract<SignUpResult, { readonly ok: false }>,
): ControlError {
  if (refused.reason === "already-registered") {
    return new ControlError(
      409,
      `A client has already signed up with ${email} (${refused.profile.id}).`,
      {
        hint: "Convert a Lead that was created since with POST leads/{id}/convert.",
      },
    );
  }
  return new ControlError(422, `There is no referral code ${JSON.stringify(refused.code)}.`, {
    fields: { referralCode: [{ code: "NOT_FOUND", message: "No Firm has this referral code" }] },
    hint: "Use a referral code of a Firm, or omit it.",
  });
}
