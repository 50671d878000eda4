/**
 * The wording of each mail, shared by all its forms (interface 6; rules mail.welcome, mail.converted,
 * mail.plan).
 */
import type { MailContent } from "../../domain/model/mail.ts";
import { headerText, singleLine } from "./one-line.ts";
import { money, planStory, statusLine, statusMeaning } from "./plan-wording.ts";

/** A URL and the action behind it. */
export interface MailLink {
  readonly label: string;
  readonly url: string;
}

/** The sentences of a mail, each on one line and not escaped yet. */
export interface MailWording {
  readonly preheader: string;
  readonly heading: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly action: MailLink | null;
  readonly closing: string;
  readonly notice: string;
  /** The unsubscribe link for this kind of mail; null if there will be no more. */
  readonly stop: MailLink | null;
}

type ContentOf<Kind extends MailContent["kind"]> = Extract<MailContent, { readonly kind: Kind }>;

/** The wording of a mail, in reading order (interface 6). */
export function mailWording(content: MailContent): MailWording {
  const frame = {
    closing: `${singleLine(content.brand.firmName)}, with Lead Sandbox`,
    notice: "This message comes from a test environment.",
    stop:
      content.kind === "welcome" || content.unsubscribeUrl === ""
        ? null
        : { label: "Stop these messages", url: content.unsubscribeUrl },
  };
  if (content.kind === "welcome") return { ...frame, ...welcomeWording(content) };
  if (content.kind === "converted") return { ...frame, ...convertedWording(content) };
  return { ...frame, ...planUpdatedWording(content) };
}

/** The subject of a mail, safe for a header; names longer than 200 characters are cut. */
export function mailSubject(content: MailContent): string {
  return singleLine(subjectOf(content));
}

/** A person's name on one line; empty when both parts are empty. */
export function personName(firstName: string | null, lastName: string | null): string {
  return singleLine(`${firstName ?? ""} ${lastName ?? ""}`);
}

function subjectOf(content: MailContent): string {
  if (content.kind === "welcome") {
    return `${headerText(content.brand.firmName)} invites you to sign up`;
  }
  const client = headerText(content.clientName);
  if (content.kind === "plan-updated") return `${client}: ${statusLine(content)}`;
  return content.isEarlierClient === true
    ? `${client}: another Lead converted`
    : `${client} signed up`;
}

type Body = Omit<MailWording, "closing" | "notice" | "stop">;

function welcomeWording(content: ContentOf<"welcome">): Body {
  const firm = singleLine(content.brand.firmName);
  const name = personName(content.firstName, content.lastName);
  return {
    preheader: `${firm} has introduced you. Sign up to get your mortgage started.`,
    heading: `Welcome from ${firm}`,
    greeting: name === "" ? "Hello," : `Hello ${name},`,
    paragraphs: [
      `${firm} has introduced you to us, so that we can help you with your mortgage.`,
      "Sign up with the email address that this message came to, and what you gave " +
        `${firm} will be filled in for you.`,
    ],
    facts: [],
    action: { label: "Sign up", url: content.signUpUrl },
  };
}

function convertedWording(content: ContentOf<"converted">): Body {
  const client = singleLine(content.clientName);
  const plans = content.plans.map((plan) => ({
    label: "Plan",
    value: singleLine(`${plan.type} (${plan.id})`),
  }));
  const firm = singleLine(content.brand.firmName);
  const news =
    content.isEarlierClient === true
      ? {
          preheader: `Another Lead of ${firm} converted.`,
          heading: `Another Lead of ${client} converted`,
          paragraph: `${client} is already a client, and this Lead now belongs to their profile.`,
        }
      : {
          preheader: `A Lead of ${firm} is now a client.`,
          heading: `${client} signed up`,
          paragraph: `Good news: ${client} signed up, and the Lead is now a client.`,
        };
  return {
    preheader: news.preheader,
    heading: news.heading,
    greeting: "Hello,",
    paragraphs: [
      news.paragraph,
      plans.length === 0
        ? "The Lead asked for no Plans, so none were opened."
        : "You own the Plans below.",
    ],
    facts: [
      { label: "Client", value: client },
      { label: "Email", value: singleLine(content.clientEmail) },
      { label: "Lead", value: singleLine(content.leadId) },
      ...plans,
    ],
    action: null,
  };
}

function planUpdatedWording(content: ContentOf<"plan-updated">): Body {
  const name = singleLine(content.planName ?? "");
  return {
    preheader: statusMeaning(content),
    ...planStory(content),
    greeting: "Hello,",
    facts: [
      { label: "Client", value: singleLine(content.clientName) },
      ...(name === "" ? [] : [{ label: "Name", value: name }]),
      { label: "Type", value: singleLine(content.planType) },
      { label: "Status", value: content.status },
      ...(content.amount === null ? [] : [{ label: "Amount", value: money(content.amount) }]),
      { label: "Plan", value: singleLine(content.planId) },
    ],
    action: null,
  };
}
