import * as z from "zod";

import { emailPattern } from "../../../domain/model/email-address.ts";
import type { SignedUp, SignUpResult } from "../../../world/platform/sign-up.ts";
import { signUp as signUpClient, signUpClientOf } from "../../../world/platform/sign-up.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import { created, ok } from "../calls/answer.ts";
import { ControlError } from "../calls/control-error.ts";
import { withBody, withNoQuery } from "../calls/operation.ts";
import { one } from "../calls/shapes.ts";
import { EnvironmentInput } from "./environment.ts";
import { requireActive, leadOf } from "./leads.ts";
import {
  showClientProfile,
  showLeadLife,
  showMessage,
  ShownClientProfile,
  ShownLeadLife,
  ShownMessage,
  ShownPlan,
  showPlan,
} from "./show.ts";

/** A name that the store can hold. */
const Name = z.string().transform((text) => text.toWellFormed());

/** What a sign-up shows: every Lead that converted, with its Plans and mails. */
const signedUpShape = {
  clientProfile: ShownClientProfile,
  leads: z.array(ShownLeadLife),
  plans: z.array(ShownPlan),
  emails: z.array(ShownMessage),
};

/** POST `W/sign-ups`: a client signs up (interface 3; rules state.convert, state.convert.scope). */
export const signUp = withBody({
  id: "sign-up",
  summary: "Sign up a client, which creates a profile and converts every matching Active Lead",
  method: "POST",
  path: "/sign-ups",
  destroys: null,
  body: z.strictObject({
    email: z.email({ pattern: emailPattern }),
    firstName: Name.exactOptional(),
    lastName: Name.exactOptional(),
    referralCode: z.string().exactOptional(),
    environment: EnvironmentInput,
  }),
  status: 201,
  answer: one(z.strictObject(signedUpShape)),
  run({ workspace }, client) {
    const signedUp = signUpClient(workspace, client);
    if (!signedUp.ok) throw signUpRefusal(client.email, signedUp);
    return created(showSignedUp(workspace, signedUp));
  },
});

/**
 * POST `W/leads/{leadId}/convert`: signs up the client of this Lead with the Lead's email (rule state.convert.scope). Under
 * `newest-only`, the newest Lead and this one convert.
 */
export const convertOneLead = withNoQuery({
  id: "convert-lead",
  summary:
    "Sign up the client of this Lead, which converts it and what a sign-up with its email converts",
  method: "POST",
  path: "/leads/{leadId}/convert",
  destroys: null,
  refuses: [507],
  answer: one(z.strictObject({ lead: ShownLeadLife, ...signedUpShape })),
  run(call) {
    const { workspace } = call;
    const active = requireActive(workspace, leadOf(call));
    const signedUp = signUpClientOf(workspace, active);
    return ok({
      lead: showLeadLife(workspace, signedUp.lead),
      ...showSignedUp(workspace, signedUp),
    });
  },
});

function showSignedUp(workspace: Workspace, { profile, conversions }: SignedUp) {
  return {
    clientProfile: showClientProfile(profile),
    leads: conversions.map(({ lead }) => showLeadLife(workspace, lead)),
    plans: conversions.flatMap(({ plans }) => plans.map((plan) => showPlan(workspace, plan))),
    emails: conversions.flatMap(({ emails }) =>
      emails.map((email) => showMessage(workspace, email)),
    ),
  };
}

function signUpRefusal(
  email: string,
  refused: Extract<SignUpResult, { readonly ok: false }>,
): ControlError {
  if (refused.reason === "already-registered") {
    return new ControlError(
      409,
      `A client has already signed up with ${email} (${refused.profile.id}).`,
      {
        hint: "POST leads/{id}/convert converts the Leads that were created since.",
      },
    );
  }
  return new ControlError(422, `There is no referral code ${JSON.stringify(refused.code)}.`, {
    fields: { referralCode: [{ code: "NOT_FOUND", message: "No Firm has this referral code" }] },
    hint: "Use a referral code of a Firm, or omit it.",
  });
}
