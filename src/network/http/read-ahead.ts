/** Reads the body of a request before what answers it does, which must notice no difference. */
import type { BodyOwner } from "./body-memory.ts";
import { hasBody, readBytes } from "./body.ts";
import type { DecodeBounds } from "./content-encoding.ts";
import { codingsIn, decode } from "./content-encoding.ts";

/** A request whose body was read. */
export interface ReadAhead {
  readonly request: Request;
  /** As it came; null without a body, or for one over the limit. */
  readonly bytes: Buffer | null;
  /** The decoded text; null as well for a body that does not decode. */
  readonly text: string | null;
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
  if (!hasBody(request)) return { request, bytes: null, text: null };
  try {
    const bytes = await readBytes(request, bytesMax, owner);
    if (bytes !== null) {
      const text = await textOf(bytes, request.headers, { bytesMax, owner });
      return { request: withBody(request, bytes), bytes, text };
    }
  } catch (error) {
    return { request: unreadable(request, error), bytes: null, text: null };
  }
  // A chunked body is consumed by now. Its copy is refused by its length, as the body would have been.
  const tooLarge = withBody(request, Buffer.alloc(0), bytesMax + 1);
  return { request: request.bodyUsed ? tooLarge : request, bytes: null, text: null };
}

function unreadable({ url, method, headers, signal }: Request, error: unknown): Request {
  const body = new ReadableStream({ start: (controller) => controller.error(error) });
  return new Request(url, { method, headers, signal, body, duplex: "half" });
}

async function textOf(
  bytes: Buffer,
  headers: Headers,
  bounds: DecodeBounds,
): Promise<string | null> {
  const codings = codingsIn(headers);
  if (codings.length === 0 || bytes.length === 0) return bytes.toString("utf8");
  const decoded = await decode(bytes, codings, bounds);
  return "bytes" in decoded ? decoded.bytes.toString("utf8") : null;
}

/** The request with another body. Must not be called for a GET or HEAD, which have none. */
export function withBody(request: Request, bytes: Buffer, length = bytes.length): Request {
  const { url, method, headers, signal } = request;
  const sent = new Headers(headers);
  sent.set("content-length", String(length));
  return new Request(url, { method, headers: sent, signal, body: new Uint8Array(bytes) });
}

/** The same with a text, which is not coded. */
export function withPlainBody(request: Request, text: string): Request {
  const changed = withBody(request, Buffer.from(text));
  changed.headers.delete("content-encoding");
  return changed;
}
