/** Searches a mailbox in parts, so that other requests run in between: composing 10,000 messages takes seconds. */

import { nextTurn } from "../../base/values/native-timers.ts";
import type { MessageFilter } from "../../world/store/outbox-filter.ts";
import type { Mailbox, MailboxEntry } from "./mailbox.ts";
import type { Search } from "./search.ts";
import { readSearch } from "./search.ts";
import { searchableEntry } from "./searchable-entry.ts";

/** The messages that match a search, newest first. */
export function searchMailbox(
  mailbox: Mailbox,
  query: string,
  timeZone: string,
): AsyncGenerator<MailboxEntry> {
  const search = readSearch(query, timeZone);
  return matching(entriesOf(mailbox, search.filter), search);
}

/** The entries that match a search. */
export async function* matching(
  entries: AsyncIterable<MailboxEntry> | Iterable<MailboxEntry>,
  { tests }: Search,
): AsyncGenerator<MailboxEntry> {
  for await (const entry of entries) {
    if (await holdsFor(entry, tests)) yield entry;
  }
}

/** How many messages one query covers. */
const spanLength = 50;

/**
 * The messages of a mailbox, newest first, read in parts. Skips messages that arrive or disappear before their part
 * is read.
 */
export async function* entriesOf(
  { workspace, entry }: Mailbox,
  filter: MessageFilter = {},
): AsyncGenerator<MailboxEntry> {
  const spanUpTo = (to?: number) => workspace.store().outbox.span(spanLength, to);
  for (let span = spanUpTo(); span !== null; span = spanUpTo(span.first - 1)) {
    for (const message of workspace.store().outbox.between(filter, span)) yield entry(message);
    // oxlint-disable-next-line no-await-in-loop -- yields to other requests
    await nextTurn();
  }
}

async function holdsFor(entry: MailboxEntry, tests: Search["tests"]): Promise<boolean> {
  const searched = searchableEntry(entry);
  for (const test of tests) {
    // oxlint-disable-next-line no-await-in-loop -- stops at the first failure
    if (!(await test(searched))) return false;
  }
  return true;
}
