/** Searches captured mail in parts, so that other requests run in between: it composes the text of each mail. */
import { setImmediate as nextTurn } from "node:timers/promises";

import { mailText } from "../mail/text.ts";
import type { MessageFilter } from "../store/outbox-filter.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** How many messages one query covers. */
const spanLength = 500;

/** The ids of the messages that match `filter` and contain every word of `search`, in any case. */
export async function idsContaining(
  workspace: Workspace,
  filter: MessageFilter,
  search: string,
): Promise<ReadonlySet<string>> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = new Set<string>();
  const spanUpTo = (to?: number) => workspace.store().outbox.span(spanLength, to);
  for (let span = spanUpTo(); span !== null; span = spanUpTo(span.first - 1)) {
    for (const { id, to, subject, content } of workspace.store().outbox.between(filter, span)) {
      const text = [...to, subject, mailText(content)].join("\n").toLowerCase();
      if (words.every((word) => text.includes(word))) found.add(id);
    }
    // oxlint-disable-next-line no-await-in-loop -- yields to other requests
    await nextTurn();
  }
  return found;
}
