import type { WorkspaceEvent } from "../workspace/events.ts";
import type { Registry } from "../workspace/registry.ts";
import type { LifecycleEventType } from "../workspace/workspace-lifecycle.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Messages } from "./event-messages.ts";
import { newMessages } from "./event-messages.ts";
import { showEvent } from "./events.ts";
import type { Feed, Outlet } from "./message-stream.ts";
import { messageStream } from "./message-stream.ts";

/**
 * What happens in all workspaces from now on, each message with its workspaceId, and which are created and dropped. A gap says
 * how many events of a workspace a slow reader missed.
 */
export function workspaceEvents(registry: Registry): ReadableStream<Uint8Array> {
  return messageStream((outlet) => feedOf(registry, outlet));
}

/**
 * The logs of all workspaces and the log of their lifecycle, by turns. Of a workspace that is dropped, what a slow reader did not
 * take yet is not sent: that it was dropped is.
 */
function feedOf(registry: Registry, { wake, end }: Outlet): Feed {
  const { turns, next } = newTurns();
  const leaving = new Map<string, () => void>();
  const leave = (id: string): void => {
    leaving.get(id)?.();
    leaving.delete(id);
  };
  const follow = ({ id, events }: Workspace): void => {
    const messages = newMessages(
      events,
      events.cursor(),
      (event: WorkspaceEvent) => showEvent(registry, event),
      (_cursor, type, data) => written(type, { workspaceId: id, type, ...data }),
    );
    const happened = (): void => {
      turns.add(messages);
      wake();
    };
    const unsubscribe = events.subscribe({
      onEvent({ cursor }) {
        messages.happened(cursor);
        happened();
      },
      onRenew() {
        messages.renewed();
        happened();
      },
      onEnd: () => leave(id),
    });
    leaving.set(id, () => {
      turns.delete(messages);
      unsubscribe();
    });
  };
  const lifecycle = lifecycleOf(registry, turns, { wake, end });
  for (const workspace of registry.used()) follow(workspace);
  const unfollow = registry.lifecycle.follow(follow);
  return {
    next,
    stop() {
      unfollow();
      lifecycle();
      for (const id of leaving.keys()) leave(id);
    },
  };
}

/** The created and dropped workspaces among the messages; returns the end of that. */
function lifecycleOf(
  { lifecycle: { log } }: Pick<Registry, "lifecycle">,
  turns: Set<Messages>,
  { wake, end }: Outlet,
): () => void {
  const messages = newMessages(
    log,
    log.cursor(),
    ({ at, type, data }: WorkspaceEvent<LifecycleEventType>) => ({
      type,
      at: new Date(at).toISOString(),
      ...data,
    }),
    (_cursor, type, data) => written(type, type === "gap" ? { workspaceId: null, ...data } : data),
  );
  return log.subscribe({
    onEvent({ cursor }) {
      messages.happened(cursor);
      turns.add(messages);
      wake();
    },
    onEnd: () => end(written("server-stopped", { type: "server-stopped" })),
  });
}

/** Whose messages are sent next: each in its turn, so that a busy workspace holds up no other. */
function newTurns() {
  const turns = new Set<Messages>();
  const next = (): string | null => {
    for (const messages of turns) {
      turns.delete(messages);
      const text = messages.next();
      if (text === null) continue;
      turns.add(messages);
      return text;
    }
    return null;
  };
  return { turns, next };
}

function written(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
