/** The events of a workspace as server-sent events (HTML standard, section 9.2). */
import type { EventLog } from "../workspace/events.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Show } from "./event-messages.ts";
import { newMessages } from "./event-messages.ts";
import type { Feed, Outlet } from "./message-stream.ts";
import { messageStream } from "./message-stream.ts";

/**
 * Streams the events after the cursor `after`, then live events. A `reset` message says that cursors start over. A
 * `gap` message says that the log dropped unread events. A final `workspace-dropped` message says why the stream
 * ends.
 */
export function eventStream(
  { events }: Pick<Workspace, "events">,
  after: number,
  show: Show,
): ReadableStream<Uint8Array> {
  return messageStream((outlet) => feedOf(events, after, show, outlet));
}

function feedOf(events: EventLog, after: number, show: Show, { wake, end }: Outlet): Feed {
  const messages = newMessages(events, after, show, withId);
  const stop = events.subscribe({
    onEvent({ cursor }) {
      messages.happened(cursor);
      wake();
    },
    onRenew() {
      messages.renewed();
      wake();
    },
    onEnd(reason) {
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
