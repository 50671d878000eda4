/**
 * The encodings of text that comes from outside: UTF-8, and UTF-16 as PowerShell's `>` writes it, each with or without
 * a byte order mark. Anything else is refused, because a guess would change the text without a word.
 */

/** Text in another encoding; the message is a reason, to follow `FILE cannot be read: `. */
export class EncodingError extends Error {}

/** The text in `bytes` without a byte order mark. Throws `EncodingError`, which names the first invalid byte. */
export function decodeText(bytes: Uint8Array): string {
  const { encoding, markLength } = detectEncoding(bytes);
  return decodeWhole(bytes.subarray(markLength), encoding, markLength);
}

/** The same text as UTF-8 without a byte order mark, in pieces. Throws `EncodingError` as `decodeText` does. */
export async function* utf8Chunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array();
  let offset = 0;
  let encoding: Encoding | null = null;
  for await (const chunk of chunks) {
    let bytes = rest.length === 0 ? chunk : joined(rest, chunk);
    rest = bytes;
    if (encoding === null) {
      if (bytes.length < detectedBytes) continue;
      const detected = detectEncoding(bytes);
      encoding = detected.encoding;
      offset = detected.markLength;
      bytes = bytes.subarray(offset);
    }
    const length = wholeLength(bytes, encoding);
    yield asUtf8(bytes.subarray(0, length), encoding, offset);
    rest = bytes.subarray(length);
    offset += length;
  }
  if (rest.length === 0) return;
  const last = encoding === null ? detectEncoding(rest) : { encoding, markLength: 0 };
  const { markLength } = last;
  yield asUtf8(rest.subarray(markLength), last.encoding, offset + markLength);
}

type Encoding = "utf-8" | "utf-16le" | "utf-16be";

interface Detected {
  readonly encoding: Encoding;
  readonly markLength: number;
}

/** The longest byte order mark. */
const detectedBytes = 4;

/**
 * Reads the mark. Without one, a NUL among the first two bytes is half of a character of UTF-16: no text in UTF-8 that
 * we read has one there (RFC 4627, section 3).
 */
function detectEncoding(bytes: Uint8Array): Detected {
  const [one, two, three, four] = bytes;
  if (one === 0xef && two === 0xbb && three === 0xbf) return { encoding: "utf-8", markLength: 3 };
  if (isUtf32(bytes)) throw new EncodingError("it is UTF-32. Save it as UTF-8");
  if (one === 0xff && two === 0xfe) return { encoding: "utf-16le", markLength: 2 };
  if (one === 0xfe && two === 0xff) return { encoding: "utf-16be", markLength: 2 };
  if (one !== 0 && two === 0) return { encoding: "utf-16le", markLength: 0 };
  if (one === 0 && two !== 0 && three === 0 && four !== 0) {
    return { encoding: "utf-16be", markLength: 0 };
  }
  return { encoding: "utf-8", markLength: 0 };
}

/** Whether the first character takes four bytes: a mark or an ASCII character. */
function isUtf32([one, two, three, four]: Uint8Array): boolean {
  const isLittle =
    three === 0 && four === 0 && (two === 0 ? one !== 0 : one === 0xff && two === 0xfe);
  const isBig =
    one === 0 && two === 0 && (three === 0 ? four !== 0 : three === 0xfe && four === 0xff);
  return isLittle || isBig;
}

/** Decodes whole characters; `offset` is the place of the first byte. */
function decodeWhole(bytes: Uint8Array, encoding: Encoding, offset: number): string {
  try {
    return decoderOf(encoding).decode(bytes);
  } catch {
    const at = firstInvalid(bytes, encoding);
    const place = `the byte 0x${(bytes[at] ?? 0).toString(16).padStart(2, "0").toUpperCase()} at offset ${offset + at}`;
    throw new EncodingError(
      encoding === "utf-8"
        ? `it is not UTF-8: ${place} begins no valid character, as in a file saved as Latin-1. Save it as UTF-8`
        : `it is not valid UTF-16: ${place} begins no valid character. Save it as UTF-8`,
    );
  }
}

function decoderOf(encoding: Encoding): TextDecoder {
  return new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
}

function asUtf8(bytes: Uint8Array, encoding: Encoding, offset: number): Uint8Array {
  const text = decodeWhole(bytes, encoding, offset);
  return encoding === "utf-8" ? bytes : new TextEncoder().encode(text);
}

/** The place of the first byte that begins no valid character: the end of the longest part that decodes. */
function firstInvalid(bytes: Uint8Array, encoding: Encoding): number {
  let [valid, invalid] = [0, bytes.length + 1];
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    if (decodes(bytes.subarray(0, middle), encoding)) valid = middle;
    else invalid = middle;
  }
  return wholeLength(bytes.subarray(0, valid), encoding);
}

/** Whether `bytes` decode, apart from a character that their end cuts. */
function decodes(bytes: Uint8Array, encoding: Encoding): boolean {
  try {
    decoderOf(encoding).decode(bytes, { stream: true });
    return true;
  } catch {
    // The decoder does not say where.
    return false;
  }
}

/** The length without a character that the end of `bytes` cuts. */
function wholeLength(bytes: Uint8Array, encoding: Encoding): number {
  const { length } = bytes;
  if (encoding !== "utf-8") {
    const even = length - (length % 2);
    const high = bytes[encoding === "utf-16le" ? even - 1 : even - 2] ?? 0;
    return high >= 0xd8 && high < 0xdc ? even - 2 : even;
  }
  const lead = bytes.subarray(-3).findLastIndex((byte) => byte < 0x80 || byte >= 0xc0);
  if (lead === -1) return length;
  const place = Math.max(0, length - 3) + lead;
  const byte = bytes[place] ?? 0;
  const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
  return place + needed > length ? place : length;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
