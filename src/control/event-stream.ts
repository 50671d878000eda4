/** The events of a workspace as a stream of server-sent events (HTML standard, section 9.2). */
import type { EventLog, WorkspaceEvent } from "../workspace/events.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** A comment goes out this often, so that no proxy closes a silent connection. */
const keepAliveMs = 15_000;

/** Bytes that wait for one reader. What does not fit stays in the event log, which all readers share. */
const waitingBytesMax = 64 * 1024;

type Show = (event: WorkspaceEvent) => object;

/**
 * The events after the cursor `after` and then each as it happens, until the workspace is dropped. A `reset` message says
 * that cursors start over, a `gap` message that the log dropped events before the reader took them.
 */
export function eventStream(
  { events }: Pick<Workspace, "events">,
  after: number,
  show: Show,
): ReadableStream<Uint8Array> {
  const messages = newMessages(events, after, show);
  let reader: Reader | null = null;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        reader = follow(events, messages, controller);
      },
      pull: () => reader?.fill(),
      cancel: () => reader?.stop(),
    },
    { highWaterMark: waitingBytesMax, size: (chunk) => chunk.byteLength },
  );
}

/** One reader of a log. */
interface Reader {
  /** Hands over messages as long as there is room. */
  readonly fill: () => void;
  readonly stop: () => void;
}

function follow(
  events: EventLog,
  messages: Messages,
  controller: ReadableStreamDefaultController<Uint8Array>,
): Reader {
  const encoder = new TextEncoder();
  const send = (text: string): void => controller.enqueue(encoder.encode(text));
  const hasRoom = (): boolean => (controller.desiredSize ?? 0) > 0;
  const fill = (): void => {
    while (hasRoom()) {
      const text = messages.next();
      if (text === null) return;
      send(text);
    }
  };
  const timer = setInterval(() => {
    if (hasRoom()) send(": still here\n\n");
  }, keepAliveMs);
  timer.unref();
  const unsubscribe = events.subscribe({
    onEvent({ cursor }) {
      messages.happened(cursor);
      fill();
    },
    onRenew() {
      messages.renewed();
      fill();
    },
    onEnd() {
      stop();
      const last = messages.unsent();
      if (last !== null) send(last);
      controller.close();
    },
  });
  const stop = (): void => {
    unsubscribe();
    clearInterval(timer);
  };
  send(": events\n\n");
  fill();
  return { fill, stop };
}

type Messages = ReturnType<typeof newMessages>;

/** The messages for one reader, each made when there is room for it. */
function newMessages(events: EventLog, after: number, show: Show) {
  let sent = after;
  let newest = events.cursor();
  let lost: string | null = null;
  let wasRenewed = false;
  const gapTo = (cursor: number): string => {
    const missed = cursor - sent;
    sent = cursor;
    return message(cursor, "gap", { type: "gap", cursor, missed });
  };
  const unsent = (): string | null => (sent < newest ? gapTo(newest) : null);
  return {
    /** The next message, or null until something happens. */
    next(): string | null {
      if (lost !== null) {
        const gap = lost;
        lost = null;
        return gap;
      }
      if (wasRenewed) {
        wasRenewed = false;
        return message(0, "reset", {});
      }
      const event = events.nextAfter(sent);
      if (event === null) return null;
      if (event.cursor > sent + 1) return gapTo(event.cursor - 1);
      sent = event.cursor;
      return message(sent, event.type, show(event));
    },
    happened(cursor: number) {
      newest = cursor;
    },
    /** The log starts over: what was not sent yet never will be. */
    renewed() {
      lost ??= unsent();
      sent = 0;
      newest = 0;
      wasRenewed = true;
    },
    /** A gap for what was never sent, or null. */
    unsent,
  };
}

function message(id: number, type: string, data: object): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
