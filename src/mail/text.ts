import type { MailContent } from "../domain/mail.ts";
import { mailWording } from "./wording.ts";

/** The plain-text part of a mail; a link stands alone on its line. */
export function mailText(content: MailContent): string {
  const wording = mailWording(content);
  const facts = wording.facts.map(({ label, value }) => `${label}: ${value}`).join("\n");
  const action = wording.action === null ? "" : `${wording.action.label}:\n${wording.action.url}`;
  return [
    wording.heading,
    wording.greeting,
    ...wording.paragraphs,
    facts,
    action,
    `${wording.closing}\n${wording.notice}`,
  ]
    .filter((block) => block !== "")
    .join("\n\n")
    .concat("\n");
}
