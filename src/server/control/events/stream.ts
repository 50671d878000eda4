/** The events of a workspace as server-sent events (HTML standard, section 9.2). */
import type { EventLog, WorkspaceEvent } from "../../../world/workspace/logs/events.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import { newMessages } from "./event-messages.ts";
import type { Feed, Outlet, StreamCounts } from "./message-stream.ts";
import { messageStream } from "./message-stream.ts";

/**
 * Streams the events after the cursor `after`, then live events. A `reset` message says that cursors start over. A
 * `gap` message says that the log dropped unread events. A final `workspace-dropped` message says why the stream
 * ends.
 */
export function eventStream(
  { events, counts }: Pick<Workspace, "events"> & { readonly counts: StreamCounts },
  after: number,
  show: (event: WorkspaceEvent) => object,
): ReadableStream<Uint8Array> {
  return messageStream((outlet) => feedOf(events, after, show, outlet), counts);
}

function feedOf(
  events: EventLog,
  after: number,
  show: (event: WorkspaceEvent) => object,
  { wake, flush, end }: Outlet,
): Feed {
  const encode = (event: WorkspaceEvent) => withId(event.cursor, event.type, show(event));
  const messages = newMessages(events, after, encode, withId);
  const stop = events.subscribe({
    onEvent({ cursor }) {
      messages.happened(cursor);
      wake();
    },
    onRenew() {
      flush();
      messages.renewed();
      wake();
    },
    onEnd(reason) {
      flush();
      const type = "workspace-dropped";
      const cursor = events.cursor();
      end((messages.unsent() ?? "") + withId(cursor, type, { type, cursor, reason }));
    },
  });
  return { next: () => messages.next(), stop };
}

function withId(id: number, type: string, data: object): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
