/** Which captured mails the user has not opened; the browser keeps the opened ones until the tab is closed. */
import { computed, effect, signal } from "@preact/signals";

import type { Block } from "../activity/entries.ts";
import { lengthOf, perBlock } from "../parts/blocks.ts";
import { beginnings, entries, entriesVersion } from "../shell/live.ts";
import { unread, workspaceId } from "../shell/route.ts";

const storageKey = "lead-sandbox-opened-mail";

const opened = signal<ReadonlySet<string>>(
  new Set(JSON.parse(sessionStorage.getItem(storageKey) ?? "[]")),
);

export function isUnread(id: string): boolean {
  return !opened.value.has(mailKey(id));
}

export function open(ids: readonly string[]): void {
  const names = ids.map(mailKey).filter((name) => !opened.peek().has(name));
  if (names.length === 0) return;
  keep([...opened.peek(), ...names]);
}

function keep(names: readonly string[]): void {
  opened.value = new Set(names);
  sessionStorage.setItem(storageKey, JSON.stringify(names));
}

/** Two workspaces of the same seed have mails of the same id. */
function mailKey(id: string): string {
  return `${workspaceId.peek()}/${id}`;
}

const mailsIn = perBlock((block: Block) =>
  block.flatMap(({ caused }) =>
    caused.flatMap(({ type, data }) =>
      type === "mail.captured" && typeof data["id"] === "string" ? [data["id"]] : [],
    ),
  ),
);

/** The ids of the mails in the loaded events. */
export function capturedMails(): readonly string[] {
  return entries.blocks().flatMap(mailsIn);
}

/** The unread ones in a block, until more are opened. */
const unreadIn = computed(() => {
  const { value } = opened;
  return perBlock((block: Block) => mailsIn(block).filter((id) => !value.has(mailKey(id))));
});

/** Counts the unread mails until the page closes. */
export function followMail(): void {
  effect(() => {
    // Ids begin again.
    if (beginnings.value > 0)
      keep([...opened.peek()].filter((name) => !name.startsWith(mailKey(""))));
  });
  effect(() => {
    void entriesVersion.value;
    unread.value = lengthOf(entries.blocks().map(unreadIn.value));
  });
}
