import { lazy } from "../../base/values/lazy.ts";
import type { OutboxMessage } from "../../domain/model/mail.ts";
import type { MailboxEntry, MailpitAddress } from "./mailbox.ts";

/** A message as a search compares it. Each text is prepared on first use, once for all words of the search. */
export interface SearchableEntry {
  readonly message: OutboxMessage;
  /** What Mailpit searches for words: addresses, the subject, and the visible text of the HTML. */
  readonly text: () => string;
  readonly from: () => string;
  readonly to: () => readonly string[];
  readonly subject: () => string;
  readonly messageId: () => string;
  readonly tags: () => readonly string[];
  readonly isInlined: () => boolean;
  readonly size: () => Promise<number>;
}

/** The message of a mailbox for one search. */
export function searchableEntry(entry: MailboxEntry): SearchableEntry {
  const { message } = entry;
  return {
    message,
    text: lazy(() => searchedText(entry)),
    from: lazy(() => normalized(addressText(entry.from))),
    to: lazy(() => entry.to.map((address) => normalized(addressText(address)))),
    subject: lazy(() => message.subject.toLowerCase()),
    messageId: lazy(() => normalized(entry.messageId)),
    tags: lazy(() => entry.tags.map(normalized)),
    isInlined: lazy(entry.isInlined),
    size: lazy(entry.size),
  };
}

/** Text for comparison: lower case, without the punctuation of addresses. */
export function normalized(text: string): string {
  return text
    .replace(/[\uFEFF\r\n\t<>",;()]/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

function searchedText({ from, to, message, shownText }: MailboxEntry): string {
  const people = [...to, from].map(addressText).join(" ");
  const shown = shownText({ withLinks: true });
  return normalized(`${addressText(from)} ${message.subject} ${people} ${shown}`);
}

function addressText({ Name, Address }: MailpitAddress): string {
  return `${Name} ${Address}`;
}
