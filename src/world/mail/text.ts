import type { MailContent } from "../../domain/model/mail.ts";
import { mailWording, type MailLink } from "./wording.ts";

/** The plain-text part of a mail; each link is on its own line. */
export function mailText(content: MailContent): string {
  const wording = mailWording(content);
  const facts = wording.facts.map(({ label, value }) => `${label}: ${value}`).join("\n");
  return [
    wording.heading,
    wording.greeting,
    ...wording.paragraphs,
    facts,
    linkLines(wording.action),
    `${wording.closing}\n${wording.notice}`,
    linkLines(wording.stop),
  ]
    .filter((block) => block !== "")
    .join("\n\n")
    .concat("\n");
}

function linkLines(link: MailLink | null): string {
  return link === null ? "" : `${link.label}:\n${link.url}`;
}
