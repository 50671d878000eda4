import { setImmediate as breathe } from "node:timers/promises";

import type { OutboxMessage } from "../../domain/mail.ts";
import type { Mailbox, MailboxEntry } from "./mailbox.ts";
import type { Search } from "./search.ts";
import { readSearch } from "./search.ts";

/** The messages of a mailbox that a search matches, newest first. */
export function foundBy(
  mailbox: Mailbox,
  query: string,
  timeZone: string,
): Promise<readonly MailboxEntry[]> {
  const search = readSearch(query, timeZone);
  const { rows } = mailbox.workspace.store().outbox.list(search.filter, { limit: -1, offset: 0 });
  return matching(rows, mailbox.entry, search);
}

const atOnce = 25;

/** Those of `messages` that a search matches; in a long list others get their turn in between. */
export async function matching(
  messages: readonly OutboxMessage[],
  entryOf: Mailbox["entry"],
  { tests }: Search,
): Promise<readonly MailboxEntry[]> {
  const found: MailboxEntry[] = [];
  for (let from = 0; from < messages.length; from += atOnce) {
    let some = messages.slice(from, from + atOnce).map(entryOf);
    for (const test of tests) {
      // oxlint-disable-next-line no-await-in-loop -- each test is for those that the ones before left
      const holds = await Promise.all(some.map(async (entry) => test(entry)));
      some = some.filter((_, index) => holds[index]);
    }
    found.push(...some);
    // oxlint-disable-next-line no-await-in-loop -- the turn of others
    await breathe();
  }
  return found;
}
