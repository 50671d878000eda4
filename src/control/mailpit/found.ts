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
  return matching(rows.map(mailbox.entry), search);
}

/** Those of `entries` that a search matches. */
export async function matching(
  entries: readonly MailboxEntry[],
  { tests }: Search,
): Promise<readonly MailboxEntry[]> {
  let found = entries;
  for (const test of tests) {
    // oxlint-disable-next-line no-await-in-loop -- each test is for those that the ones before left
    const holds = await Promise.all(found.map(async (entry) => test(entry)));
    found = found.filter((_, index) => holds[index]);
  }
  return found;
}
