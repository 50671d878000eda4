/** One stream of events for all tabs of a browser, which opens at most six connections to an origin. */
import { computed, effect } from "@preact/signals";

import type { StreamedWorkspaceEvent } from "../../../library/client/events.ts";
import { boundTo, errorMessage, needsToken, sandbox, shard, workspace } from "./connection.ts";

/** `stream-opened`: no event is missed from now on. `stream-lost`: events are missed until it opens again. */
export type SharedMessage =
  | StreamedWorkspaceEvent
  | { readonly type: "stream-opened" }
  | { readonly type: "stream-lost"; readonly reason: string };
type Tell = (message: SharedMessage) => void;

const retryMs = { first: 500, most: 5_000 };

/** The channel and the lock of the tabs that may see the same events. */
const sharedName = computed(() =>
  ["lead-sandbox-events", shard.value ?? [], boundTo.value ?? []].flat().join("-"),
);

/** Calls `listener` with the stream that one of the tabs reads; `cursor` is the newest event that the page knows. */
export function followSharedStream(listener: Tell, cursor: () => number): void {
  effect(() => {
    // Connects once the user has entered the token.
    if (needsToken.value) return undefined;
    const stop = new AbortController();
    const channel = new BroadcastChannel(sharedName.value);
    channel.addEventListener("message", ({ data }: MessageEvent<SharedMessage>) => listener(data));
    const tell: Tell = (message) => {
      listener(message);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
      if (hasLocks()) channel.postMessage(message);
    };
    // The tab that reads it has said so before this one listened.
    void isReadElsewhere().then((isRead) => isRead && listener({ type: "stream-opened" }));
    void readInTurn(tell, stop.signal, cursor);
    return () => {
      stop.abort();
      channel.close();
    };
  });
}

/** Reads the stream whenever it is this tab's turn. A tab whose stream broke leaves the next try to another one. */
async function readInTurn(tell: Tell, signal: AbortSignal, cursor: () => number): Promise<void> {
  let waitMs = retryMs.first;
  const onOpen = (): void => {
    waitMs = retryMs.first;
    tell({ type: "stream-opened" });
  };
  /* oxlint-disable no-await-in-loop -- one connection after the other */
  while (!signal.aborted) {
    await inTurn(signal, async (turn) => {
      let reason = "The server closed the connection.";
      try {
        for await (const message of messages(turn, onOpen, cursor())) tell(message);
      } catch (error) {
        reason = errorMessage(error);
      }
      if (!turn.aborted) tell({ type: "stream-lost", reason });
    });
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    waitMs = Math.min(waitMs * 2, retryMs.most);
  }
  /* oxlint-enable no-await-in-loop */
}

/** The events of all workspaces, or those of the one that the token opens. */
async function* messages(
  signal: AbortSignal,
  onOpen: () => void,
  after: number,
): AsyncGenerator<StreamedWorkspaceEvent> {
  const workspaceId = boundTo.peek();
  if (workspaceId === null) return yield* sandbox().workspaces.stream({ signal, onOpen });
  for await (const event of workspace().events.stream({ after, signal, onOpen })) {
    if (event.type !== "workspace-dropped") yield { workspaceId, ...event };
    else if (event.reason !== "server-stopped") {
      yield { type: event.type, at: new Date().toISOString(), workspaceId, reason: event.reason };
    }
  }
  return undefined;
}

/** Browsers have Web Locks for HTTPS and loopback only. */
function hasLocks(): boolean {
  return "locks" in navigator;
}

async function isReadElsewhere(): Promise<boolean> {
  const { held = [] } = hasLocks() ? await navigator.locks.query() : {};
  return held.some(({ name }) => name === sharedName.peek());
}

/** Runs `work` while no other tab does. Without Web Locks, each tab does while it is visible. */
async function inTurn(signal: AbortSignal, work: (turn: AbortSignal) => Promise<void>) {
  if (hasLocks()) {
    // Rejects when the signal ends the wait.
    await navigator.locks
      .request(sharedName.peek(), { signal }, () => work(signal))
      .catch(() => {});
    return;
  }
  while (document.hidden) {
    // oxlint-disable-next-line no-await-in-loop -- until the tab is visible
    await new Promise((resolve) =>
      document.addEventListener("visibilitychange", resolve, { once: true }),
    );
  }
  const hidden = new AbortController();
  document.addEventListener("visibilitychange", () => hidden.abort(), { once: true });
  await work(AbortSignal.any([signal, hidden.signal]));
}
