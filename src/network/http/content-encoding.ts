/** Content codings of request bodies (RFC 9110, 8.4): reading the header, and decoding within limits. */
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";

import type { BodyMemory, BodyOwner } from "./body-memory.ts";
import { BodiesTooLarge, bodyMemory } from "./body-memory.ts";

/** The codings that are decoded, as a header lists them. */
export const knownCodings = "gzip, deflate, br";

/** More codings than that are one too many to be meant. */
const codingsMax = 4;

/** The codings of a body in the order in which they were applied, without `identity`. */
export function codingsIn(headers: Headers): readonly string[] {
  const text = headers.get("content-encoding");
  if (text === null) return none;
  return text
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
}

const none: readonly string[] = [];

/** The limit of what a body decodes to, and for whom it counts. */
export interface DecodeBounds {
  readonly bytesMax: number;
  readonly owner: BodyOwner;
}

/** The decoded bytes, or why there are none. */
export type DecodedBytes =
  | { readonly bytes: Buffer }
  | { readonly problem: "unknown-coding" | "not-decodable" | "too-large" };

/**
 * Decodes a body. The result of each coding may have `bytesMax` bytes. Throws `BodiesTooLarge` if other bodies fill the
 * memory.
 */
export async function decode(
  bytes: Buffer,
  codings: readonly string[],
  bounds: DecodeBounds,
  memory: BodyMemory = bodyMemory,
): Promise<DecodedBytes> {
  if (codings.length > codingsMax) return { problem: "unknown-coding" };
  let decoded = bytes;
  for (const coding of codings.toReversed()) {
    const decoder = decoderFor(coding, decoded);
    if (decoder === null) return { problem: "unknown-coding" };
    // oxlint-disable-next-line no-await-in-loop -- each coding is within the one before
    const step = await run(decoder, decoded, bounds, memory);
    if ("problem" in step) return step;
    decoded = step.bytes;
  }
  return { bytes: decoded };
}

type Decoder = ReturnType<typeof createGunzip | typeof createBrotliDecompress>;

/** Null for an unknown coding. Some clients send `deflate` without the header of zlib, as servers have long accepted. */
function decoderFor(coding: string, [first = 0, second = 0]: Buffer): Decoder | null {
  if (coding === "gzip" || coding === "x-gzip") return createGunzip();
  if (coding === "deflate") {
    const hasHeader = first % 16 === 8 && (first * 256 + second) % 31 === 0;
    return hasHeader ? createInflate() : createInflateRaw();
  }
  return coding === "br" ? createBrotliDecompress() : null;
}

async function run(
  decoder: Decoder,
  bytes: Buffer,
  { bytesMax, owner }: DecodeBounds,
  memory: BodyMemory,
): Promise<DecodedBytes> {
  const body = memory.newBody(owner);
  const chunks: Buffer[] = [];
  let length = 0;
  decoder.end(bytes);
  try {
    for await (const chunk of decoder) {
      if (!Buffer.isBuffer(chunk)) continue;
      length += chunk.length;
      // Leaving the loop ends the decoder: a zip bomb is not decoded further.
      if (length > bytesMax) return { problem: "too-large" };
      body.take(chunk.length);
      chunks.push(chunk);
    }
    return { bytes: Buffer.concat(chunks) };
  } catch (error) {
    if (error instanceof BodiesTooLarge) throw error;
    // The only other error is that of the decoder.
    return { problem: "not-decodable" };
  } finally {
    body.release();
  }
}
