import type { IncomingMessage, ServerResponse } from "node:http";

import { clearInterval, setInterval } from "../../base/values/native-timers.ts";

/** Thrown for a body that arrives too slowly, into what reads it. Becomes a 408, and the connection is closed. */
export class SlowUpload extends Error {
  constructor(windowMs: number) {
    super(
      `The body arrived with less than ${bytesPerSecond.toLocaleString("en-US")} bytes a second for ${windowMs / 1000} seconds. Send the request again, and the whole body without a pause.`,
    );
  }
}

const bytesPerSecond = 1_000;

/** How many checks a window has. */
const checks = 10;

/**
 * Ends uploads that are slower than 1 kB/s for `windowMs`. Looks at the connections from time to time, so that requests
 * cost nothing, and counts checks instead of time: while this process was busy or asleep, nothing could arrive. Returns a
 * function that ends the watch.
 */
export function watchUploads(
  answers: () => Iterable<ServerResponse>,
  windowMs: number,
): () => void {
  const uploads = new WeakMap<IncomingMessage, number[]>();
  const ended = new WeakSet<IncomingMessage>();
  const look = (answer: ServerResponse): void => {
    const { req: request } = answer;
    if (ended.has(request)) return;
    if (!isAwaited(answer)) {
      uploads.delete(request);
      return;
    }
    const seen = uploads.get(request) ?? [];
    uploads.set(request, seen);
    const { bytesRead } = request.socket;
    if (seen.push(bytesRead) <= checks) return;
    const before = seen.shift() ?? bytesRead;
    if (bytesRead - before >= (bytesPerSecond * windowMs) / 1000) return;
    ended.add(request);
    endUpload(answer, windowMs);
  };
  const timer = setInterval(() => {
    for (const answer of answers()) look(answer);
  }, windowMs / checks);
  timer.unref();
  return () => clearInterval(timer);
}

/** Whether a reader waits for more of a body. One that pauses, or that has not begun, is not the client's slowness. */
function isAwaited({ req, headersSent }: ServerResponse): boolean {
  return req.readableFlowing === true && !req.complete && !req.destroyed && !headersSent;
}

/** Fails whatever reads the body, so that the request is answered. Destroying the request would cut the connection. */
function endUpload(answer: ServerResponse, windowMs: number): void {
  const { req } = answer;
  answer.shouldKeepAlive = false;
  if (req.listenerCount("error") > 0) req.emit("error", new SlowUpload(windowMs));
  else req.socket.destroy();
}
