/** Reads the body of a request before what answers it does, which must notice no difference. */
import type { BodyOwner } from "./body-memory.ts";
import { hasBody, readBytes } from "./body.ts";

/** A request whose body was read, and the bytes; null without a body, or for one over the limit. */
export interface ReadAhead {
  readonly request: Request;
  readonly bytes: Buffer | null;
}

/**
 * Reads the body and replaces it with a copy that is still unread. Above `bytesMax`, the copy announces that only. Where
 * the body cannot be read, neither can the copy, for the same reason.
 */
export async function readAhead(
  request: Request,
  bytesMax: number,
  owner: BodyOwner,
): Promise<ReadAhead> {
  if (!hasBody(request)) return { request, bytes: null };
  try {
    const bytes = await readBytes(request, bytesMax, owner);
    if (bytes !== null) return { request: withBody(request, bytes), bytes };
  } catch (error) {
    return { request: unreadable(request, error), bytes: null };
  }
  // A chunked body is consumed by now. Its copy is refused by its length, as the body would have been.
  const tooLarge = withBody(request, Buffer.alloc(0), bytesMax + 1);
  return { request: request.bodyUsed ? tooLarge : request, bytes: null };
}

function unreadable({ url, method, headers, signal }: Request, error: unknown): Request {
  const body = new ReadableStream({ start: (controller) => controller.error(error) });
  return new Request(url, { method, headers, signal, body, duplex: "half" });
}

/** The request with another body. Must not be called for a GET or HEAD, which have none. */
export function withBody(request: Request, bytes: Buffer, length = bytes.length): Request {
  const { url, method, headers, signal } = request;
  const sent = new Headers(headers);
  sent.set("content-length", String(length));
  return new Request(url, { method, headers: sent, signal, body: new Uint8Array(bytes) });
}
