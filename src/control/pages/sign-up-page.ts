/** The page where the client of a Lead signs up, as a person does who got the welcome mail (interface 3, 6). */
import * as z from "zod";

import { emailPattern } from "../../domain/email-address.ts";
import { environments } from "../../domain/firm.ts";
import type { Html } from "../../mail/html-template.ts";
import { html } from "../../mail/html-template.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { ControlError } from "../control-error.ts";
import type { SignedUp } from "../sign-ups.ts";
import { signUpClient } from "../sign-ups.ts";
import { alert, page } from "./page.ts";

/** The fields of the form by the names that they are sent under. */
const fieldNames = ["email", "firstName", "lastName", "referralCode", "environment"] as const;
type Entered = Readonly<Record<(typeof fieldNames)[number], string>>;

const Form = z.object({
  email: z.email({ pattern: emailPattern }),
  environment: z.enum(environments),
});

/** The form, filled in with what the link in the mail says. */
export function signUpForm(given: URLSearchParams): Response {
  return page(200, title, [introduction, form(enteredOf(given))]);
}

/** Signs up whoever sent the form, and tells what came of it. */
export function signUpByForm(workspace: Workspace, given: URLSearchParams): Response {
  const entered = enteredOf(given);
  const again = (status: 409 | 422, problem: string): Response =>
    page(status, title, [alert(problem), form(entered)]);
  const repeated = fieldNames.find((name) => given.getAll(name).length > 1);
  if (repeated !== undefined) return again(422, `Send the field ${repeated} once.`);
  const read = Form.safeParse({ ...entered, environment: entered.environment || "sandbox" });
  if (!read.success) return again(422, problemOf(read.error));
  const { firstName, lastName, referralCode } = entered;
  try {
    const signedUp = signUpClient(workspace, {
      ...read.data,
      ...(firstName === "" ? {} : { firstName }),
      ...(lastName === "" ? {} : { lastName }),
      ...(referralCode === "" ? {} : { referralCode }),
    });
    return page(201, "You have signed up", outcome(signedUp));
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    return again(error.status === 409 ? 409 : 422, `${error.message} ${error.hint ?? ""}`.trim());
  }
}

const title = "Sign up";

function problemOf({ issues }: z.ZodError): string {
  return issues.some(({ path }) => path[0] === "email")
    ? "Enter an email address."
    : `The environment is one of ${environments.join(", ")}.`;
}

const introduction = html`<p>
  Sign up with the email address that the invitation came to. The Lead with that address becomes a
  client, with the Plans that were asked for.
</p>`;

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
  return html`<form method="post">
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

function outcome({ profile, conversions }: SignedUp): readonly Html[] {
  const leads = conversions.map(
    ({ lead, plans }) =>
      html`<li>
        Lead <code>${lead.id}</code> of Firm <code>${lead.firmId}</code> was converted,
        ${plans.length === 0 ? "without Plans." : "with these Plans:"}
        ${plans.map(({ id, type }) => html`<code>${id}</code> (${type}) `)}
      </li> `,
  );
  return [
    html`<p>
      ${profile.email} is now a client: profile <code id="client-profile">${profile.id}</code>.
    </p>`,
    leads.length === 0
      ? html`<p>No Active Lead has this email, so none was converted.</p>`
      : html`<ul>
          ${leads}
        </ul>`,
  ];
}
