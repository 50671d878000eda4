/** Reads a JSON body within limits. Problems are returned, not thrown. */
import { isUtf8 } from "node:buffer";

import type { BodyMemory, BodyOwner, CountedBody } from "./body-memory.ts";
import { bodyMemory } from "./body-memory.ts";
import { codingsIn, decode } from "./content-encoding.ts";
import { NoAnswer } from "./no-answer.ts";

export type BodyResult =
  | {
      readonly ok: true;
      readonly text: string;
      readonly value: Readonly<Record<string, unknown>>;
      /** Nesting depth; an empty object has one level. */
      readonly levels: number;
    }
  | {
      readonly ok: false;
      readonly text: string | null;
      readonly problem: BodyProblem;
      /** The codings of a body that has some, and its bytes until they are decoded. */
      readonly codings?: readonly string[];
      readonly coded?: Buffer;
    };

/** `coded`: the body has a content coding, and was not decoded. */
export type BodyProblem =
  | "too-large"
  | "coded"
  | "unknown-coding"
  | "not-decodable"
  | "content-type"
  | "not-json"
  | "not-object"
  | "too-deep";

/** The maximum bytes and levels of a body. */
export interface BodyBounds {
  readonly bytesMax: number;
  readonly levelsMax: number;
  /** Called with the bytes as sent, before they are read; null for too many. */
  readonly onBytes?: (bytes: Buffer | null) => void;
}

/** From this many bytes on, the memory of a body is freed early. */
export const longBody = 1024 * 1024;

/** Up to this many bytes, a body does not count. */
const uncountedBytes = 64 * 1024;

/**
 * Whether a request has a body, by its headers if they say so. Reading `body` creates a stream, which costs
 * more than the rest of a short answer. The body of a GET is ignored, as no `Request` can have it.
 */
export function hasBody(request: Request): boolean {
  if (bodiless.has(request.method)) return false;
  const length = request.headers.get("content-length");
  return length === null ? request.body !== null : length !== "0";
}

const bodiless: ReadonlySet<string> = new Set(["GET", "HEAD", "TRACE"]);

/**
 * The JSON object in the request, or the problem with it; its bytes count for `owner`. A coded body is not decoded: see
 * `decodedJsonObject`.
 */
export async function readJsonObject(
  request: Request,
  bounds: BodyBounds,
  owner: BodyOwner,
): Promise<BodyResult> {
  const bytes = await readBytes(request, bounds.bytesMax, owner);
  bounds.onBytes?.(bytes);
  const codings = codingsIn(request.headers);
  if (codings.length > 0 && bytes !== null && bytes.length > 0) {
    return { ok: false, text: null, problem: "coded", codings, coded: bytes };
  }
  return jsonObjectIn(bytes, request.headers, bounds);
}

/** The JSON object in the coded bytes of a body, whose limits hold for what they decode to. */
export async function decodedJsonObject(
  coded: Buffer,
  headers: Headers,
  bounds: BodyBounds & { readonly owner: BodyOwner },
): Promise<BodyResult> {
  const codings = codingsIn(headers);
  const decoded = await decode(coded, codings, bounds);
  if ("problem" in decoded) return { ok: false, text: null, problem: decoded.problem, codings };
  return jsonObjectIn(decoded.bytes, headers, bounds);
}

/**
 * The JSON object in the bytes of a body, or the problem with it; the bytes are null when there are too many. Takes a
 * long body over: its bytes are gone afterwards.
 */
export function jsonObjectIn(
  bytes: Buffer | null,
  headers: Headers,
  bounds: BodyBounds,
): BodyResult {
  if (bytes === null) return { ok: false, text: null, problem: "too-large" };
  const text = decodedBody(bytes);
  const refuse = (problem: BodyProblem): BodyResult => ({ ok: false, text, problem });
  if (!isJsonType(headers)) return refuse("content-type");
  if (!isUtf8(bytes)) return refuse("not-json");
  // Frees the memory now, as the garbage collector would find it only after the text was parsed.
  if (bytes.length >= longBody && bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Invalid JSON is a result of this function, not an error.
    return refuse("not-json");
  }
  if (!isRecord(value)) return refuse("not-object");
  const levels = levelsOf(value, bounds.levelsMax);
  if (levels > bounds.levelsMax) return refuse("too-deep");
  return { ok: true, text, value, levels };
}

/** The length of a body in bytes, as the client announced it; null if it announced none, or no number. */
export function announcedLength({ headers }: Pick<Request, "headers">): number | null {
  const text = headers.get("content-length") ?? "";
  return /^\d+$/.test(text) ? Number(text) : null;
}

/**
 * The whole body of a request; null when it is longer than `bytesMax`. What has arrived counts for `owner`, until all is
 * there. Throws `NoAnswer` if the client disconnects, `SlowUpload` if it sends too slowly, and `BodiesTooLarge` if other
 * bodies fill the memory.
 */
export async function readBytes(
  request: Request,
  bytesMax: number,
  owner: BodyOwner,
  memory: BodyMemory = bodyMemory,
): Promise<Buffer | null> {
  const length = announcedLength(request);
  if ((length ?? 0) > bytesMax) return null;
  try {
    if (length === null || length > uncountedBytes) {
      return await streamedBytes(request, { bytesMax, length, body: memory.newBody(owner) });
    }
    const whole = Buffer.from(await request.arrayBuffer());
    // In-process requests can carry a wrong content-length.
    return whole.length > bytesMax ? null : whole;
  } catch (error) {
    if (!request.signal.aborted) throw error;
    throw new NoAnswer("reset", "The client went away before its body was there.");
  }
}

/**
 * Reads into one buffer that grows with what arrives: joining chunks would take their memory twice, and an announced
 * length costs the client nothing.
 */
async function streamedBytes(
  request: Request,
  {
    bytesMax,
    length,
    body,
  }: {
    readonly bytesMax: number;
    readonly length: number | null;
    readonly body: CountedBody;
  },
): Promise<Buffer | null> {
  if (request.body === null) return Buffer.alloc(0);
  let whole = new Uint8Array(uncountedBytes);
  let bytes = 0;
  let counted = 0;
  try {
    for await (const chunk of request.body) {
      const end = bytes + chunk.byteLength;
      if (end > bytesMax) return null;
      if (end > uncountedBytes) {
        body.take(end - counted);
        counted = end;
      }
      if (end > whole.length) whole = grown(whole, Math.max(end, nextLength(whole, length)));
      whole.set(chunk, bytes);
      bytes = end;
    }
    return Buffer.from(whole.buffer, 0, bytes);
  } finally {
    body.release();
  }
}

/** Twice the length, but not beyond the announced one. */
function nextLength({ length }: Uint8Array, announced: number | null): number {
  return Math.min(2 * length, announced ?? Number.POSITIVE_INFINITY);
}

/** The same bytes in a longer buffer. Frees the memory of the former one now. */
function grown({ buffer }: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer.transfer(length));
}

/** Decodes UTF-8 without the byte order mark. */
function decodedBody(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  return text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text;
}

const byteOrderMark = 0xfeff;

/** Whether the content type of a body is JSON. */
function isJsonType(headers: Headers): boolean {
  const contentType = headers.get("content-type");
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType ?? "");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Counts levels, up to one past `levelsMax`: JSON.parse accepts depths that would overflow a recursion. */
function levelsOf(value: object, levelsMax: number): number {
  if (levelsMax === 0) return 1;
  let deepest = 0;
  for (const item of Object.values(value)) {
    if (isObject(item)) deepest = Math.max(deepest, levelsOf(item, levelsMax - 1));
  }
  return deepest + 1;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
