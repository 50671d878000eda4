/** Server-sent events as a stream of bytes, with bounded memory for a slow reader. */

import type { Timers } from "../../../base/values/native-timers.ts";
import { clearImmediate, nativeTimers, setImmediate } from "../../../base/values/native-timers.ts";
import type { ControlAnswer } from "../calls/operation.ts";
import type { RequestCounts } from "../server/request-counts.ts";

export const eventStreamType = "text/event-stream";

/** Whether a call requests a stream instead of a list. */
export function wantsStream(headers: Headers): boolean {
  return headers.get("accept")?.includes(eventStreamType) === true;
}

/** 200 with a stream of messages. */
export function streaming(body: ReadableStream<Uint8Array>): ControlAnswer {
  return {
    status: 200,
    body,
    mediaType: eventStreamType,
    headers: { "cache-control": "no-store" },
  };
}

/** Interval of comments that keep proxies from closing a silent connection. */
const keepAliveMs = 15_000;

/** Maximum bytes buffered for one reader. The feed keeps the rest and creates each message when there is room. */
const waitingBytesMax = 64 * 1024;

export interface Feed {
  /** The next message, or null until `wake` is called. */
  readonly next: () => string | null;
  readonly stop: () => void;
}

/** The stream, as its feed sees it. */
export interface Outlet {
  /** Reports that a message may be ready. It is sent in this turn of the event loop, with others of the turn. */
  readonly wake: () => void;
  /** Sends what is ready now. */
  readonly flush: () => void;
  /** Sends `last` and ends the stream. */
  readonly end: (last: string) => void;
}

export type StreamCounts = Pick<RequestCounts, "streamOpened">;

/** Streams the messages of the feed that `open` creates, until the feed or the reader ends it. */
export function messageStream(
  open: (outlet: Outlet) => Feed,
  counts: StreamCounts,
  timers?: Timers,
): ReadableStream<Uint8Array> {
  let reader: Reader | null = null;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        reader = follow(open, controller, counts.streamOpened(), timers);
      },
      pull: () => reader?.fill(),
      cancel: () => reader?.stop(),
    },
    { highWaterMark: waitingBytesMax, size: (chunk) => chunk.byteLength },
  );
}

/** One reader of a feed. */
interface Reader {
  /** Sends messages while there is room. */
  readonly fill: () => void;
  readonly stop: () => void;
}

function follow(
  open: (outlet: Outlet) => Feed,
  controller: ReadableStreamDefaultController<Uint8Array>,
  closed: () => void,
  { setInterval, clearInterval } = nativeTimers,
): Reader {
  const encoder = new TextEncoder();
  const send = (text: string): void => controller.enqueue(encoder.encode(text));
  const hasRoom = (): boolean => (controller.desiredSize ?? 0) > 0;
  /** Sends what is ready as one chunk, because each chunk costs more than its messages. */
  const fill = (): void => {
    const room = controller.desiredSize ?? 0;
    let texts = "";
    while (texts.length < room) {
      const text = feed.next();
      if (text === null) break;
      texts += text;
    }
    if (texts !== "") send(texts);
  };
  let waking: NodeJS.Immediate | null = null;
  const wake = (): void => {
    waking ??= setImmediate(() => {
      waking = null;
      fill();
    });
  };
  const timer = setInterval(() => {
    if (hasRoom()) send(": still here\n\n");
  }, keepAliveMs);
  timer.unref();
  const stop = (): void => {
    closed();
    feed.stop();
    clearInterval(timer);
    if (waking !== null) clearImmediate(waking);
  };
  const feed = open({
    wake,
    flush: fill,
    end(last) {
      stop();
      send(last);
      controller.close();
    },
  });
  send(": events\n\n");
  fill();
  return { fill, stop };
}
