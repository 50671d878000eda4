/** Decodes bodies as recorders write them: plain, as Base64, and also still compressed. */
import {
  brotliDecompressSync,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from "node:zlib";

/** A body that is larger after decoding counts as not recorded. */
const bodyBytesMax = 32 * 1_024 * 1_024;

/** The body of a message as a recording writes it. */
export interface WrittenBody {
  readonly text: string;
  /** `base64`, or any other value for plain text. */
  readonly encoding: string;
  /** The value of Content-Encoding; empty without one. */
  readonly contentEncoding: string;
}

/** The text of a body; null for one that cannot be decoded or is larger than `bodyBytesMax`. */
export function decodedBody({ text, encoding, contentEncoding }: WrittenBody): string | null {
  const isBase64 = encoding.toLowerCase() === "base64";
  if (!isBase64 && (contentEncoding === "" || isJson(text))) {
    return text.length > bodyBytesMax ? null : text;
  }
  const bytes = Buffer.from(text, isBase64 ? "base64" : "latin1");
  const decompress = decompressorOf(bytes, contentEncoding.trim().toLowerCase());
  if (decompress === null) return bodyText(bytes, isBase64 ? null : text);
  try {
    return bodyText(decompress(bytes, { maxOutputLength: bodyBytesMax }), null);
  } catch {
    // Most recorders decompress bodies and keep the header, so that the text is already the body.
    return isBase64 && !isUtf8Text(bytes) ? null : bodyText(bytes, isBase64 ? null : text);
  }
}

function bodyText(bytes: Buffer, plain: string | null): string | null {
  if (bytes.length > bodyBytesMax) return null;
  return plain ?? bytes.toString("utf8");
}

function isUtf8Text(bytes: Buffer): boolean {
  return !bytes.toString("utf8").includes("\ufffd");
}

function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

type Decompress = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer;

/** By the first bytes, which tell gzip, zlib and Zstandard; else by the header, as Brotli has no mark. */
function decompressorOf(bytes: Buffer, contentEncoding: string): Decompress | null {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync;
  if (bytes.subarray(0, 4).equals(zstandard)) return zstdDecompressSync;
  if (contentEncoding === "br") return brotliDecompressSync;
  if (contentEncoding !== "deflate") return null;
  return bytes[0] === 0x78 ? inflateSync : inflateRawSync;
}

const zstandard = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
