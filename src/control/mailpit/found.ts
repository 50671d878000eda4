/** Searches a mailbox message by message, so that other requests run in between. */
import { setImmediate as nextTurn } from "node:timers/promises";

import type { MessageFilter } from "../../store/outbox-filter.ts";
import { newYielding } from "../slices.ts";
import type { Mailbox, MailboxEntry } from "./mailbox.ts";
import type { Search } from "./search.ts";
import { readSearch } from "./search.ts";

/** The messages that match a search, newest first. */
export function foundBy(
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
const spanLength = 100;

/**
 * The messages of a mailbox, newest first, read in parts. Skips messages that arrive or disappear before their part
 * is read.
 */
export async function* entriesOf(
  { workspace, entry }: Mailbox,
  filter: MessageFilter = {},
): AsyncGenerator<MailboxEntry> {
  const spanUpTo = (to?: number) => workspace.store().outbox.span(spanLength, to);
  const yieldToOthers = newYielding();
  for (let span = spanUpTo(); span !== null; span = spanUpTo(span.first - 1)) {
    for (const message of workspace.store().outbox.between(filter, span)) {
      yield entry(message);
      // oxlint-disable-next-line no-await-in-loop -- yields to other requests
      await yieldToOthers();
    }
    // oxlint-disable-next-line no-await-in-loop -- yields to other requests
    await yieldToOthers();
  }
}

/** Runs `work` on parts of `ids`, because a statement takes a limited number of values. */
export async function inParts(
  ids: readonly string[],
  work: (ids: readonly string[]) => unknown,
): Promise<void> {
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    work(ids.slice(from, from + idsAtOnce));
    // oxlint-disable-next-line no-await-in-loop -- yields to other requests
    await nextTurn();
  }
}

const idsAtOnce = 200;

async function holdsFor(entry: MailboxEntry, tests: Search["tests"]): Promise<boolean> {
  for (const test of tests) {
    // oxlint-disable-next-line no-await-in-loop -- stops at the first failure
    if (!(await test(entry))) return false;
  }
  return true;
}
