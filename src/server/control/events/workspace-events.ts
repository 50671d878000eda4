import { Date } from "../../../base/values/native-timers.ts";
import type { WorkspaceEvent } from "../../../world/workspace/logs/events.ts";
import { defaultWorkspaceId } from "../../../world/workspace/registry/initial-state.ts";
import type { Registry } from "../../../world/workspace/registry/registry.ts";
import type { LifecycleEventType } from "../../../world/workspace/registry/workspace-lifecycle.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import type { Messages } from "./event-messages.ts";
import { newMessages } from "./event-messages.ts";
import { showEvent } from "./events.ts";
import type { Feed, Outlet, StreamCounts } from "./message-stream.ts";
import { messageStream } from "./message-stream.ts";

/**
 * Streams the events of all workspaces, each with its workspaceId, and their creation and removal. A gap says how
 * many events of a workspace a slow reader missed. With isolation, it has the events of the default workspace only.
 */
export function workspaceEvents(
  registry: Registry,
  { counts, isIsolated }: { readonly counts: StreamCounts; readonly isIsolated: boolean },
): ReadableStream<Uint8Array> {
  const followed = isIsolated ? ofDefault(registry) : registry;
  return messageStream((outlet) => feedOf(followed, outlet), counts);
}

function isShown({ id }: Workspace): boolean {
  return id === defaultWorkspaceId;
}

/** The registry, for a reader who may see the events of the default workspace only. */
function ofDefault(registry: Registry): Registry {
  const { used, lifecycle } = registry;
  return {
    ...registry,
    used: () => used().filter(isShown),
    lifecycle: {
      ...lifecycle,
      follow: (follow) => lifecycle.follow((one) => void (isShown(one) && follow(one))),
    },
  };
}

/**
 * Merges the logs of all workspaces and their lifecycle log. When a workspace is dropped, a slow reader loses its
 * unread events but still learns of the drop.
 */
function feedOf(registry: Registry, { wake, flush, end }: Outlet): Feed {
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
      (event: WorkspaceEvent) => encoded(event, registry, id),
      (_cursor, type, data) => eventMessage(type, { workspaceId: id, type, ...data }),
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
        flush();
        messages.renewed();
        happened();
      },
      onEnd() {
        flush();
        leave(id);
      },
    });
    leaving.set(id, () => {
      turns.delete(messages);
      unsubscribe();
    });
  };
  const lifecycle = lifecycleOf(registry, turns, { wake, flush, end });
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

function encoded(event: WorkspaceEvent, registry: Registry, workspaceId: string): string {
  return eventMessage(event.type, { workspaceId, ...showEvent(registry, event) });
}

/** Adds the lifecycle events of workspaces to the messages; returns a function that unsubscribes. */
function lifecycleOf(
  { lifecycle: { log } }: Pick<Registry, "lifecycle">,
  turns: Set<Messages>,
  { wake, flush, end }: Outlet,
): () => void {
  const messages = newMessages(
    log,
    log.cursor(),
    ({ at, type, data }: WorkspaceEvent<LifecycleEventType>) =>
      eventMessage(type, { type, at: new Date(at).toISOString(), ...data }),
    (_cursor, type, data) =>
      eventMessage(type, type === "gap" ? { workspaceId: null, ...data } : data),
  );
  return log.subscribe({
    onEvent({ cursor }) {
      messages.happened(cursor);
      turns.add(messages);
      wake();
    },
    onEnd() {
      flush();
      end(eventMessage("server-stopped", { type: "server-stopped" }));
    },
  });
}

/** Sends messages round-robin, so that a busy workspace does not block others. */
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

function eventMessage(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
