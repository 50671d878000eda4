/** The sign-up page that a client reaches from the welcome mail (interface 3, 6). */
import * as z from "zod";

import { emailPattern } from "../../domain/model/email-address.ts";
import type { Firm } from "../../domain/model/firm.ts";
import { environments } from "../../domain/model/firm.ts";
import type { Lead } from "../../domain/model/lead.ts";
import type { Plan } from "../../domain/model/plan.ts";
import type { Html } from "../../world/mail/html-template.ts";
import { html } from "../../world/mail/html-template.ts";
import type { SignedUp } from "../../world/platform/sign-up.ts";
import { matchingLeads, signUp } from "../../world/platform/sign-up.ts";
import type { Workspace } from "../../world/workspace/workspace.ts";
import { alert, nextSteps, page } from "./page.ts";

const fieldNames = ["email", "firstName", "lastName", "referralCode", "environment"] as const;
type Entered = Readonly<Record<(typeof fieldNames)[number], string>>;

const Form = z.object({
  email: z.email({ pattern: emailPattern }),
  environment: z.enum(environments),
});

/** The form, filled in from the link in the mail and from the Lead. */
export function signUpForm(workspace: Workspace, given: URLSearchParams): Response {
  const entered = enteredOf(given);
  const invitation = invitationOf(workspace, entered);
  const filledIn = {
    ...entered,
    firstName: given.has("firstName") ? entered.firstName : (invitation.lead?.firstName ?? ""),
    lastName: given.has("lastName") ? entered.lastName : (invitation.lead?.lastName ?? ""),
  };
  const { firm } = invitation;
  return page(200, { title, content: [introduction(firm), form(filledIn)], firm });
}

/** Signs up the person who sent the form, and shows the result. */
export function signUpByForm(workspace: Workspace, given: URLSearchParams): Response {
  const entered = enteredOf(given);
  const { firm } = invitationOf(workspace, entered);
  const again = (status: 409 | 422, problem: string): Response =>
    page(status, { title, content: [alert(problem), form(entered)], firm });
  const repeated = fieldNames.find((name) => given.getAll(name).length > 1);
  if (repeated !== undefined) return again(422, `Send the field ${repeated} once.`);
  const read = Form.safeParse({ ...entered, environment: entered.environment || "sandbox" });
  if (!read.success) return again(422, formProblem(read.error));
  const { firstName, lastName, referralCode } = entered;
  const result = signUp(workspace, {
    ...read.data,
    ...(firstName === "" ? {} : { firstName }),
    ...(lastName === "" ? {} : { lastName }),
    ...(referralCode === "" ? {} : { referralCode }),
  });
  if (result.ok) {
    return page(201, { title: "You have signed up", content: outcome(workspace, result), firm });
  }
  if (result.reason === "already-registered") return again(409, alreadySignedUp(read.data.email));
  return again(422, unknownCode(result.code));
}

/** The inviting Firm: the owner of the referral code, or of the Lead with that email. */
function invitationOf(
  workspace: Workspace,
  { email, referralCode, environment }: Entered,
): { readonly firm: Firm | null; readonly lead: Lead | null } {
  const { firms, referralCodes } = workspace.store();
  const known = z.enum(environments).catch("sandbox").parse(environment);
  const leads = email === "" ? [] : matchingLeads(workspace, known, email);
  const codeFirmId = referralCodes.find(referralCode)?.firmId ?? null;
  const lead = leads.find(({ firmId }) => firmId === codeFirmId) ?? leads[0] ?? null;
  const firmId = codeFirmId ?? lead?.firmId ?? null;
  return { firm: firmId === null ? null : firms.find(firmId), lead };
}

function alreadySignedUp(email: string): string {
  return `${email} has already signed up, so there is nothing left to do here. Enter another email address to sign up with that one.`;
}

function unknownCode(code: string): string {
  return `There is no referral code ${JSON.stringify(code)}. Use a referral code of a Firm, or omit it.`;
}

const title = "Sign up";

function formProblem({ issues }: z.ZodError): string {
  return issues.some(({ path }) => path[0] === "email")
    ? "Enter an email address."
    : `The environment is one of ${environments.join(", ")}.`;
}

function introduction(firm: Firm | null): Html {
  const invitation = firm === null ? "" : `${firm.name} has invited you. `;
  return html`<p>
    ${invitation}Sign up with the email address that the invitation came to, and correct what is not
    right.
  </p>`;
}

function enteredOf(given: URLSearchParams): Entered {
  const of = (name: (typeof fieldNames)[number]): string =>
    (given.get(name) ?? "").toWellFormed().trim();
  return {
    email: of("email"),
    firstName: of("firstName"),
    lastName: of("lastName"),
    referralCode: of("referralCode"),
    environment: of("environment"),
  };
}

function form(entered: Entered): Html {
  return html`<form method="post" novalidate>
    <label for="email">Email</label>
    <input
      id="email"
      name="email"
      type="email"
      required
      autocomplete="email"
      value="${entered.email}"
    />
    <label for="firstName">First name</label>
    <input id="firstName" name="firstName" autocomplete="given-name" value="${entered.firstName}" />
    <label for="lastName">Last name</label>
    <input id="lastName" name="lastName" autocomplete="family-name" value="${entered.lastName}" />
    <label for="referralCode">Referral code, if you have one</label>
    <input
      id="referralCode"
      name="referralCode"
      autocomplete="off"
      value="${entered.referralCode}"
    />
    ${
      entered.environment === ""
        ? []
        : html`<input type="hidden" name="environment" value="${entered.environment}" />`
    }
    <button>Sign up</button>
  </form>`;
}

function outcome(workspace: Workspace, { profile, conversions }: SignedUp): readonly Html[] {
  const { firms } = workspace.store();
  const firmIds = new Set(conversions.map(({ lead }) => lead.firmId));
  const names = [...firmIds].map((firmId) => firms.find(firmId)?.name ?? "");
  const plans = conversions.flatMap((conversion) => conversion.plans);
  return [
    html`<p>${profile.email} is now registered.</p>`,
    ...(plans.length === 0 ? [] : [planList(plans)]),
    nextSteps([
      ...(names.length === 0
        ? ["No invitation was waiting for this email address, so no Firm was notified."]
        : names.map((name) => `${name} learns that you have signed up.`)),
      ...(plans.length === 0
        ? []
        : ["Work on your plans begins, and you are contacted about each step."]),
      "You can close this page.",
    ]),
  ];
}

function planList(plans: readonly Plan[]): Html {
  return html`<p>${plans.length === 1 ? "This plan is" : "These plans are"} open for you:</p>
    <ul>
      ${plans.map(({ name, type }) => html`<li>${name === null ? type : `${name} (${type})`}</li>`)}
    </ul>`;
}
