/** The live stream of the current workspace: its events, and the state of the connection. */
import { effect, signal as newSignal } from "@preact/signals";

import type { StreamedEvent } from "../../client/events.ts";
import { newEntries } from "../activity/entries.ts";
import { messageOf, needsToken, sandbox, workspace } from "./connection.ts";
import { workspaceId } from "./route.ts";

/** `connecting` at first, `live`, `lost` during retries, `gone` after the workspace was dropped. */
export type Standing =
  | { readonly state: "connecting" | "live" | "gone" }
  | { readonly state: "lost"; readonly reason: string };

export const standing = newSignal<Standing>({ state: "connecting" });

const kept = newEntries();

/** Increases when entries change; reading it makes a component redraw. */
export const entriesVersion = newSignal(0);

/** The entries, oldest first. */
export function entries() {
  return kept.all();
}

type Heard = (event: StreamedEvent) => void;
const listeners = new Set<Heard>();

/**
 * Calls `listener` for each event, including the past ones that the stream replays. Returns a function that
 * unsubscribes.
 */
export function onEvent(listener: Heard): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Minimum time between redraws, in milliseconds. */
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
  report(event);
  planDraw();
}

function report(event: StreamedEvent): void {
  for (const listener of listeners) listener(event);
}

const retryMs = { first: 500, most: 5_000 };

/** Follows the current workspace until the page closes, also after a switch. */
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
      if (standing.value.state !== "connecting") report({ type: "reset", cursor: 0 });
      standing.value = { state: "live" };
      waitMs = retryMs.first;
      // oxlint-disable-next-line no-await-in-loop -- events are handled in order of arrival
      for await (const event of calls.events.stream({ after, signal })) {
        // The next attempt checks whether the workspace exists again.
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
