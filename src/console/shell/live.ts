/** The live stream of the workspace that is shown: what happened, and how the page stands to its server. */
import { effect, signal as newSignal } from "@preact/signals";

import type { StreamedEvent } from "../../client/events.ts";
import { newEntries } from "../activity/entries.ts";
import { messageOf, needsToken, sandbox, workspace } from "./connection.ts";
import { workspaceId } from "./route.ts";

/** `connecting` at first, `live`, `lost` while it tries again, `gone` when the workspace was dropped. */
export type Standing =
  | { readonly state: "connecting" | "live" | "gone" }
  | { readonly state: "lost"; readonly reason: string };

export const standing = newSignal<Standing>({ state: "connecting" });

const kept = newEntries();

/** Rises when entries were added or removed; read it to be drawn again. */
export const entriesVersion = newSignal(0);

/** The entries, oldest first. */
export function entries() {
  return kept.all();
}

type Heard = (event: StreamedEvent) => void;
const listeners = new Set<Heard>();

/** Calls `listener` for each event as it comes, also for those before now when the page connects; answers the end of that. */
export function onEvent(listener: Heard): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How often the page draws what came, in milliseconds. */
const drawEveryMs = 100;
let isDrawPlanned = false;

function planDraw(): void {
  if (isDrawPlanned) return;
  isDrawPlanned = true;
  setTimeout(() => {
    isDrawPlanned = false;
    entriesVersion.value += 1;
  }, drawEveryMs);
}

function hear(event: StreamedEvent): void {
  kept.add(event);
  tell(event);
  planDraw();
}

function tell(event: StreamedEvent): void {
  for (const listener of listeners) listener(event);
}

const retryMs = { first: 500, most: 5_000 };

/** Follows the workspace that is shown, whichever it is, until the page closes. */
export function followWorkspace(): void {
  effect(() => {
    const calls = workspace();
    const id = workspaceId.value;
    // Connects once the user has entered the token.
    if (needsToken.value) return undefined;
    const stop = new AbortController();
    kept.clear();
    planDraw();
    standing.value = { state: "connecting" };
    void follow(id, calls, stop.signal);
    return () => stop.abort();
  });
}

async function follow(
  id: string,
  calls: ReturnType<typeof workspace>,
  signal: AbortSignal,
): Promise<void> {
  let after = 0;
  let waitMs = retryMs.first;
  while (!signal.aborted) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one connection after the other
      await sandbox().workspaces.get(id);
      // Events during the lost connection may have changed anything on screen.
      if (standing.value.state !== "connecting") tell({ type: "reset", cursor: 0 });
      standing.value = { state: "live" };
      waitMs = retryMs.first;
      // oxlint-disable-next-line no-await-in-loop -- as they come
      for await (const event of calls.events.stream({ after, signal })) {
        // Whether it comes back is asked below.
        if (event.type === "workspace-dropped") break;
        // Cursors that start over without a reset event mean that the server restarted.
        if (event.type !== "reset" && event.cursor <= after) hear({ type: "reset", cursor: 0 });
        after = event.cursor;
        hear(event);
      }
      if (signal.aborted) return;
      standing.value = { state: "lost", reason: "The server closed the connection." };
    } catch (error) {
      if (signal.aborted) return;
      const isGone = error instanceof Error && "status" in error && error.status === 404;
      standing.value = isGone ? { state: "gone" } : { state: "lost", reason: messageOf(error) };
    }
    // oxlint-disable-next-line no-await-in-loop -- a pause between two tries
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    waitMs = Math.min(waitMs * 2, retryMs.most);
  }
}
