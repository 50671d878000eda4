import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { EncodingError, decodeText, utf8Chunks } from "../../../src/base/values/decode-text.ts";

const text = '{"name":"Zoë 𝄞 中 \uFFFD"}';

function utf16(of: string, endian: "le" | "be"): Buffer {
  const bytes = Buffer.from(of, "utf16le");
  return endian === "le" ? bytes : bytes.swap16();
}

const mark = "\uFEFF";
const latin1 = Buffer.from('{"name":"Zoë"}', "latin1");

const read = [
  ["UTF-8", Buffer.from(text)],
  ["UTF-8 with a mark", Buffer.from(mark + text)],
  ["UTF-16 LE with a mark", utf16(mark + text, "le")],
  ["UTF-16 BE with a mark", utf16(mark + text, "be")],
  ["UTF-16 LE without a mark", utf16(text, "le")],
  ["UTF-16 BE without a mark", utf16(text, "be")],
] as const;

const refused = [
  ["Latin-1", latin1, "is not UTF-8: the byte 0xEB at offset 11 begins no valid character"],
  [
    "Latin-1 after a mark, which counts",
    Buffer.concat([Buffer.from(mark), latin1]),
    "the byte 0xEB at offset 14",
  ],
  [
    "Latin-1 after a valid U+FFFD and a byte that begins one",
    Buffer.concat([Buffer.from("\uFFFD"), Buffer.from([0xef, 0x21])]),
    "the byte 0xEF at offset 3",
  ],
  ["a character that the end cuts", Buffer.from("{中").subarray(0, 3), "the byte 0xE4 at offset 1"],
  [
    "a surrogate in UTF-8",
    Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
    "the byte 0xED at offset 1",
  ],
  ["an overlong form", Buffer.from([0x22, 0xc0, 0xaf]), "the byte 0xC0 at offset 1"],
  [
    "UTF-16 that ends within a character",
    utf16(`${mark}{}`, "le").subarray(0, 5),
    "is not valid UTF-16: the byte 0x7D at offset 4",
  ],
  [
    "UTF-16 with half of a pair",
    utf16(`${mark}"\uD834"`, "be"),
    "is not valid UTF-16: the byte 0xD8 at offset 4",
  ],
  ["UTF-32 LE", Buffer.from([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]), "it is UTF-32. Save it as UTF-8"],
  ["UTF-32 BE", Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x7b]), "it is UTF-32. Save it as UTF-8"],
  ["UTF-32 without a mark", Buffer.from([0x7b, 0, 0, 0, 0x7d, 0, 0, 0]), "is UTF-32."],
] as const;

async function inChunks(bytes: Uint8Array, size: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of utf8Chunks(cut(bytes, size))) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe("decodeText", () => {
  it.each(read)("reads %s, and drops the mark", (_name, bytes) => {
    expect(decodeText(bytes)).toBe(text);
  });

  it.each(["", "7", "\0", "\0\0\0\0"])("reads %j", (short) => {
    expect(decodeText(Buffer.from(short))).toBe(short);
  });

  it("keeps a mark within the text", () => {
    expect(decodeText(Buffer.from(`a${mark}b`))).toBe(`a${mark}b`);
  });

  it.each(refused)("refuses %s with the place of the byte", (_name, bytes, sentence) => {
    expect(() => decodeText(bytes)).toThrow(EncodingError);
    expect(() => decodeText(bytes)).toThrow(sentence);
  });

  it("reads what UTF-8 can write, and refuses what it cannot", () => {
    fc.assert(
      fc.property(fc.uint8Array({ min: 1, maxLength: 12 }), (rest) => {
        // An ASCII letter at both first places, so that no mark and no UTF-16 is seen.
        const bytes = Buffer.concat([Buffer.from("ab"), rest]);
        const lenient = bytes.toString("utf8");
        const isValid = Buffer.from(lenient).equals(bytes);
        expect(textOrNull(bytes)).toBe(isValid ? lenient : null);
      }),
    );
  });
});

describe("utf8Chunks", () => {
  it.each(read)("reads %s in chunks of any size", async (_name, bytes) => {
    for (let size = 1; size <= bytes.length; size += 1) {
      // oxlint-disable-next-line no-await-in-loop -- a size at a time, so that a failure names one
      expect(await inChunks(bytes, size), `chunks of ${size}`).toBe(text);
    }
  });

  it.each(refused)("refuses %s as decodeText does, in chunks of any size", async (_name, bytes) => {
    const whole = messageOf(() => decodeText(bytes));
    for (let size = 1; size <= bytes.length; size += 1) {
      // oxlint-disable-next-line no-await-in-loop -- as above
      await expect(inChunks(bytes, size), `chunks of ${size}`).rejects.toThrow(whole);
    }
  });

  it("reads nothing", async () => {
    expect(await inChunks(new Uint8Array(), 1)).toBe("");
  });
});

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  return "nothing was thrown";
}

function textOrNull(bytes: Uint8Array): string | null {
  try {
    return decodeText(bytes);
  } catch (error) {
    if (error instanceof EncodingError) return null;
    throw error;
  }
}
