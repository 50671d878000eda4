/** Decodes bodies as recorders write them: plain, as Base64, and also still compressed. */
import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from "node:zlib";

/** A body with more bytes counts as not recorded. */
export const bodyBytesMax = 32 * 1_024 * 1_024;
/** So does one that decompresses to more, because a few bytes can stand for gigabytes. */
const decompressedBytesMax = 8 * 1_024 * 1_024;
/** So does one with more codings on top of each other. */
const codingsMax = 3;

/** The body of a message as the recorder wrote it. Decoded on demand, because most entries are about other services. */
export interface HarBody {
  /** Empty for a message without a body; null if the body was not recorded. */
  readonly text: string | null;
  /** `base64`, or any other value for plain text. */
  readonly encoding: string;
  /** The value of Content-Encoding; empty without one. */
  readonly contentEncoding: string;
  /** The attached file that has the body, with `text` null. */
  readonly file?: string;
}

/** A message without a body. */
export const noBody: HarBody = { text: "", encoding: "", contentEncoding: "" };

/** A body that was not recorded. */
export const unknownBody: HarBody = { ...noBody, text: null };

/** The size of what was written, without Base64; plain text counts by its characters. */
export function writtenBytes({ text, encoding }: HarBody): number {
  const { length } = text ?? "";
  return isBase64(encoding) ? Math.floor((length * 3) / 4) : length;
}

/**
 * The text of a body: empty for a message without one; null if it was not recorded, cannot be decoded, or decompresses to
 * more than `bytesMax`.
 */
export function decodedBody(body: HarBody, bytesMax = decompressedBytesMax): string | null {
  const { text, encoding, contentEncoding } = body;
  if (text === null || text === "") return text;
  if (writtenBytes(body) > bodyBytesMax) return null;
  const isCoded = isBase64(encoding);
  if (!isCoded && (contentEncoding === "" || /^\s*[[{]/.test(text))) return text;
  const bytes = Buffer.from(text, isCoded ? "base64" : "latin1");
  const decompressed = decompressedBy(codingsIn(contentEncoding), bytes, bytesMax);
  if (decompressed === null) return null;
  if (decompressed !== bytes) return decompressed.toString("utf8");
  // Most recorders decompress bodies and keep the header, so that the text is already the body.
  if (!isCoded) return text;
  const asText = bytes.toString("utf8");
  return contentEncoding !== "" && asText.includes("\ufffd") ? null : asText;
}

/** The codings in the order to remove them. */
function codingsIn(contentEncoding: string): readonly string[] {
  const applied = contentEncoding.split(",").map((coding) => coding.trim().toLowerCase());
  return applied.toReversed();
}

/** The same bytes where the recorder has removed the codings; null for too many codings or bytes. */
function decompressedBy(
  codings: readonly string[],
  bytes: Buffer,
  bytesMax: number,
): Buffer | null {
  if (codings.length > codingsMax) return null;
  let left = bytes;
  for (const coding of codings) {
    const decompress = decompressorOf(left, coding);
    if (decompress === null) continue;
    try {
      left = decompress(left, { maxOutputLength: bytesMax });
    } catch (error) {
      if (error instanceof RangeError) return null;
      // A recorder can have removed the outer codings only, or all of them.
      if (isGzip(left) || isZstandard(left)) return null;
    }
  }
  return left;
}

function isBase64(encoding: string): boolean {
  return encoding.toLowerCase() === "base64";
}

type Decompress = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer;

/** By the first bytes, which tell gzip, zlib and Zstandard; else by the coding, as Brotli has no mark. */
function decompressorOf(bytes: Buffer, coding: string): Decompress | null {
  if (isGzip(bytes)) return gunzipSync;
  if (isZstandard(bytes)) return unzstd;
  if (coding === "br") return brotliDecompressSync;
  if (coding !== "deflate") return null;
  return bytes[0] === 0x78 ? inflateSync : inflateRawSync;
}

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function isZstandard(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(zstandard);
}

const zstandard = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

const unzstd: Decompress = (bytes, options) =>
  zstdDecompressSync(bytes, {
    ...options,
    params: { [constants.ZSTD_d_windowLogMax]: windowLogMax },
  });

/** A window of 8 MiB, the largest of the content coding (RFC 9659). */
const windowLogMax = 23;
