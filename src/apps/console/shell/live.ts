/** The live events of the current workspace, and the state of the connection. */
import { effect, signal } from "@preact/signals";

import type { SandboxEvent, StreamedEvent } from "../../../library/client/events.ts";
import { newEntries } from "../activity/entries.ts";
import { errorMessage, needsToken, workspace } from "./connection.ts";
import { workspaceId } from "./route.ts";
import type { SharedMessage } from "./shared-stream.ts";
import { followSharedStream } from "./shared-stream.ts";

/** `connecting` at first, `live`, `lost` during retries, `gone` after the workspace was dropped. */
export type Standing =
  | { readonly state: "connecting" | "live" | "gone" }
  | { readonly state: "lost"; readonly reason: string };

export const standing = signal<Standing>({ state: "connecting" });

/** The entries of the current workspace. */
export const entries = newEntries();

/** Increases when entries change; reading it makes a component redraw. */
export const entriesVersion = signal(0);

/** Removes the rows of requests that the journal no longer has; a line says how many. */
export async function checkJournal(): Promise<void> {
  const upTo = entries.blocks().at(-1)?.at(-1)?.number ?? 0;
  const mine = loads;
  try {
    const { data } = await workspace().requests.list({ limit: 1, order: "asc" });
    if (mine !== loads) return;
    entries.dropBefore(data[0]?.id ?? null, upTo);
    planDraw();
  } catch {
    // The connection reports it.
  }
}

/** Increases when a workspace is created or dropped. */
export const workspacesVersion = signal(0);

type Heard = (event: StreamedEvent) => void;
const listeners = new Set<Heard>();

/** Calls `listener` for each event, including past ones that the page loads. Returns a function that unsubscribes. */
export function onEvent(listener: Heard): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

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
  entries.add(event);
  report(event);
  planDraw();
}

function report(event: StreamedEvent): void {
  for (const listener of listeners) listener(event);
}

let newest: SandboxEvent | null = null;
/** Events that arrived while earlier ones load; null at other times. */
let waiting: SandboxEvent[] | null = null;
/** The number of loads so far: the answer of an earlier one is ignored. */
let loads = 0;

/** Whether a tab reads the stream; until then, a load could miss the events after it. */
let isStreaming = false;

/** Follows the current workspace until the page closes, also after a switch. */
export function followWorkspace(): void {
  effect(() => {
    // Loads again after a switch and after the user has entered the token.
    workspace();
    if (needsToken.value) return void (isStreaming = false);
    entries.clear();
    planDraw();
    newest = null;
    standing.value = { state: "connecting" };
    if (isStreaming) void load();
  });
  followSharedStream(receive, cursor);
}

function receive(message: SharedMessage): void {
  if (message.type === "stream-opened") {
    isStreaming = true;
    void load();
  } else if (message.type === "stream-lost") {
    isStreaming = false;
    stand({ state: "lost", reason: message.reason });
  }
  if (/^workspace-|^gap$/.test(message.type)) workspacesVersion.value += 1;
  if (!("workspaceId" in message)) return;
  if (message.workspaceId !== null && message.workspaceId !== workspaceId.peek()) return;
  const { type } = message;
  if (type === "workspace-dropped") stand({ state: "gone" });
  else if (type === "gap" || type === "workspace-created") void load();
  else if (type === "reset") {
    renew();
    void load();
  } else follow(message);
}

/** How often the log of events started over. */
export const beginnings = signal(0);

function renew(): void {
  beginnings.value += 1;
  newest = null;
  hear({ type: "reset", cursor: 0 });
}

/** The page does not follow the workspace any more, until it loads again. */
function stand(now: Standing): void {
  loads += 1;
  waiting = null;
  standing.value = now;
}

function follow(event: SandboxEvent): void {
  if (waiting !== null) waiting.push(event);
  else if (event.cursor === cursor() + 1) take(event);
  // A load may return an event before the stream does.
  else if (event.cursor > cursor()) void load();
}

function cursor(): number {
  return newest?.cursor ?? 0;
}

const pageSize = 1_000;
const retryMs = 3_000;

/** Loads the events that the page does not know yet. */
async function load(): Promise<void> {
  loads += 1;
  const mine = loads;
  const { events } = workspace();
  const arrived: SandboxEvent[] = [];
  waiting = arrived;
  try {
    for (let rest = 1; rest > 0;) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      const { data, meta } = await events.list(Math.max(cursor() - 1, 0), { limit: pageSize });
      if (mine !== loads) return;
      if (isOtherLog(data[0])) renew();
      else {
        for (const event of data) if (event.cursor > cursor()) take(event);
        rest = meta.total - meta.count;
      }
    }
  } catch (error) {
    if (mine !== loads) return;
    const isGone = error instanceof Error && "status" in error && error.status === 404;
    stand(isGone ? { state: "gone" } : { state: "lost", reason: errorMessage(error) });
    const failed = loads;
    setTimeout(() => failed === loads && void load(), retryMs);
    return;
  }
  waiting = null;
  for (const event of arrived) follow(event);
  const { state } = standing.peek();
  // A live page shows all that it knows.
  entriesVersion.value += 1;
  standing.value = { state: "live" };
  // Events during the lost connection may have changed anything on screen.
  if (state === "lost" || state === "gone") report({ type: "reset", cursor: 0 });
}

/** Whether a log does not continue what the page knows, because the server restarted. Its first event is the newest known one. */
function isOtherLog(first: SandboxEvent | undefined): boolean {
  if (newest === null) return false;
  if (first === undefined || first.cursor < newest.cursor) return true;
  return first.cursor === newest.cursor && (first.at !== newest.at || first.type !== newest.type);
}

function take(event: SandboxEvent): void {
  const missed = event.cursor - 1 - cursor();
  if (missed > 0) hear({ type: "gap", cursor: event.cursor - 1, missed });
  newest = event;
  hear(event);
}
