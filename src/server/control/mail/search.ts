import { mailText } from "../../../world/mail/text.ts";
import type { MessageFilter } from "../../../world/store/outbox-filter.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";

/** The ids of the captured mails that match `filter` and contain every word of `search`, in any case. */
export function idsContaining(
  workspace: Workspace,
  filter: MessageFilter,
  search: string,
): ReadonlySet<string> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const { outbox } = workspace.store();
  const { rows } = outbox.list(filter, { limit: Number.MAX_SAFE_INTEGER, offset: 0 });
  const found = rows.filter(({ to, subject, content }) => {
    const text = [...to, subject, mailText(content)].join("\n").toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return new Set(found.map(({ id }) => id));
}
