import { writeFileSync } from "node:fs";
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";

import { describe, expect, it } from "vitest";

import { undecidedTexts } from "../../../src/harness/check-har/replay/undecided.ts";
import type { HarBody } from "../../../src/harness/traffic/decode-body.ts";
import { decodedBody, unknownBody } from "../../../src/harness/traffic/decode-body.ts";
import type { ReadEntry } from "../../../src/harness/traffic/read-har.ts";
import { readHar, readHarFile } from "../../../src/harness/traffic/read-har.ts";
import { noCallsIn } from "../../../src/harness/traffic/recording.ts";
import { temporaryFile } from "../../apps/cli/program.ts";
import { nothingSkipped } from "../check-har/report/made-up.ts";
import { archive, entry, lead } from "./written.ts";

/** Reads a text in chunks of `size` bytes. */
async function read(text: string | Uint8Array, size = 7): Promise<readonly ReadEntry[]> {
  const bytes = Buffer.from(text);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const found: ReadEntry[] = [];
  for await (const one of readHar(chunks())) found.push(one);
  return found;
}

async function onlyEntry(written: object) {
  const [one] = await read(archive([written]));
  if (one?.entry == null) throw new Error("Expected an entry.");
  return one.entry;
}

function coded(bytes: Buffer): { readonly encoding: string; readonly text: string } {
  return { encoding: "base64", text: bytes.toString("base64") };
}

function textOf(body: HarBody | undefined): string | null {
  return decodedBody(body ?? unknownBody);
}

const bomb = Buffer.alloc(16 * 1_024 * 1_024, " ");

/** A frame of `{}` that announces a window of 128 MiB, for which a decoder would reserve memory. */
const wideWindow = Buffer.from("28b52ffd00881100007b7d", "hex");

const answer = { data: lead() };
const json = JSON.stringify(answer);

describe("readHar", () => {
  it("reads entries in chunks that end anywhere, with their places and the creator", async () => {
    const text = archive(
      [entry({ answer }), entry({ method: "delete", status: 204 })],
      "mitmproxy",
    );
    const found = await read(text, 1);
    expect(found.map(({ number, creator }) => [number, creator])).toEqual([
      [1, "mitmproxy"],
      [2, "mitmproxy"],
    ]);
    expect(found[0]?.entry).toMatchObject({
      startedAt: Date.parse("2027-03-01T09:00:00.000Z"),
      durationMs: 20,
      method: "GET",
      status: 200,
    });
    expect(textOf(found[0]?.entry?.responseBody)).toBe(json);
    expect(textOf(found[0]?.entry?.requestBody)).toBe("");
    expect(found[1]?.entry).toMatchObject({ method: "DELETE", status: 204 });
    expect(textOf(found[1]?.entry?.responseBody)).toBe("");
  });

  it("reads a file with the mark of UTF-8, and text in any script", async () => {
    const given = archive([entry({ answer: { data: lead({ lastName: "Ōé𝒢漢" }) } })]);
    const [one] = await read(`\ufeff${given}`);
    expect(textOf(one?.entry?.responseBody)).toContain("Ōé𝒢漢");
  });

  it.each([
    ["Z", "2027-03-01T09:00:00Z"],
    ["an offset", "2027-03-01T11:00:00.000+02:00"],
    ["an offset without a colon", "2027-03-01T11:00:00.000+0200"],
    ["microseconds", "2027-03-01T09:00:00.000123Z"],
  ])("reads a time with %s", async (_name, at) => {
    const { startedAt } = await onlyEntry(entry({ at }));
    expect(startedAt).toBe(Date.parse("2027-03-01T09:00:00.000Z"));
  });

  it.each([
    ["base64", { encoding: "base64", text: Buffer.from(json).toString("base64") }, ""],
    ["gzip", { encoding: "base64", text: gzipSync(json).toString("base64") }, "gzip"],
    [
      "gzip without its header",
      { encoding: "base64", text: gzipSync(json).toString("base64") },
      "",
    ],
    ["gzip as Latin-1", { text: gzipSync(json).toString("latin1") }, "gzip"],
    ["Brotli", { encoding: "base64", text: brotliCompressSync(json).toString("base64") }, "br"],
    ["deflate", { encoding: "base64", text: deflateSync(json).toString("base64") }, "deflate"],
    [
      "raw deflate",
      { encoding: "base64", text: deflateRawSync(json).toString("base64") },
      "deflate",
    ],
    ["Zstandard", { encoding: "base64", text: zstdCompressSync(json).toString("base64") }, "zstd"],
    ["gzip in Brotli", coded(brotliCompressSync(gzipSync(json))), "gzip, br"],
    ["gzip whose Brotli the recorder removed", coded(gzipSync(json)), "GZIP , br"],
    [
      "three codings",
      coded(zstdCompressSync(brotliCompressSync(deflateSync(json)))),
      "deflate,br,zstd",
    ],
    ["gzip whose header says br", coded(gzipSync(json)), "br"],
    ["gzip as x-gzip", coded(gzipSync(json)), "x-gzip"],
    ["an identity coding", coded(Buffer.from(json)), "identity"],
    ["plain text whose header says gzip", { text: json }, "gzip"],
    ["plain text whose header has two codings", { text: json }, "gzip, br"],
    [
      "base64 of plain text whose header says br",
      { encoding: "base64", text: Buffer.from(json).toString("base64") },
      "br",
    ],
  ])("decodes a body in %s", async (_name, content, encoding) => {
    const responseHeaders = [{ name: "content-encoding", value: encoding }];
    const { responseBody } = await onlyEntry(entry({ content, responseHeaders }));
    expect(decodedBody(responseBody)).toBe(json);
  });

  it.each([
    ["no text", { size: 12 }],
    ["an empty text with a size", { size: 12, text: "" }],
    [
      "a gzip bomb",
      { encoding: "base64", text: gzipSync(Buffer.alloc(64 * 1_024 * 1_024)).toString("base64") },
    ],
    ["a gzip bomb as Latin-1", { text: gzipSync(bomb).toString("latin1") }, "gzip"],
    ["a Brotli bomb", coded(brotliCompressSync(bomb)), "br"],
    ["a deflate bomb", coded(deflateSync(bomb)), "deflate"],
    ["a Zstandard bomb", coded(zstdCompressSync(bomb)), "zstd"],
    ["a bomb in another coding", coded(brotliCompressSync(gzipSync(bomb))), "gzip, br"],
    ["a Zstandard window of 128 MiB", coded(wideWindow), "zstd"],
    ["four codings", coded(Buffer.from(json)), "gzip, gzip, gzip, br"],
    ["Brotli whose header says gzip", coded(brotliCompressSync(json)), "gzip"],
    ["truncated Brotli", coded(brotliCompressSync(json).subarray(0, 40)), "br"],
    [
      "truncated gzip",
      { encoding: "base64", text: gzipSync(json).subarray(0, 20).toString("base64") },
    ],
  ])("takes %s for a body that was not recorded", async (_name, content, encoding = "") => {
    const responseHeaders = [{ name: "content-encoding", value: encoding }];
    expect(
      decodedBody((await onlyEntry(entry({ content, responseHeaders }))).responseBody),
    ).toBeNull();
  });

  it("tells a request without a body from one that was not recorded", async () => {
    expect(decodedBody((await onlyEntry(entry({ method: "POST" }))).requestBody)).toBe("");
    const written = {
      ...entry({ method: "POST" }),
      request: { method: "POST", url: "https://a.example/v1/leads", bodySize: 40 },
    };
    expect(decodedBody((await onlyEntry(written)).requestBody)).toBeNull();
  });

  it.each([
    ["-1 bytes", { bodySize: -1 }, null],
    ["no size", {}, null],
    ["a length of 0", { bodySize: -1, headers: [{ name: "Content-Length", value: "0" }] }, ""],
  ])("a POST without its body and with %s", async (_name, more, expected) => {
    const request = { method: "POST", url: "https://a.example/v1/leads", ...more };
    expect(decodedBody((await onlyEntry({ ...entry(), request })).requestBody)).toBe(expected);
  });

  it.each([
    ["a queryString beside a bare URL", "https://a.example/v1/leads", "?a=1%262&b="],
    ["a queryString that repeats the URL", "https://a.example/v1/leads?a=9", "?a=9"],
  ])("reads %s", async (_name, url, search) => {
    const queryString = [{ name: "a", value: "1&2" }, { name: "b", value: "" }, null, { name: 1 }];
    const request = { method: "GET", url, queryString };
    expect((await onlyEntry({ ...entry(), request })).url.search).toBe(search);
  });

  it.each([1e300, 1_000, 99, 200.5, -200, "200", null])(
    "reads the status %j as none",
    async (status) => {
      expect((await onlyEntry({ ...entry(), response: { status } })).status).toBe(0);
    },
  );

  it.each([
    ["no time", { ...entry(), startedDateTime: undefined }],
    ["a time without an offset", entry({ at: "2027-03-01T09:00:00" })],
    ["a method of two words", entry({ method: "GET /" })],
    ["a relative URL", entry({ url: "/v1/leads" })],
    ["a file URL", entry({ url: "file:///etc/passwd" })],
    ["null", null],
    ["a number", 7],
  ])("reads an entry with %s as unreadable, and the next one", async (_name, written) => {
    const found = await read(archive([written, entry()]));
    expect(found.map((one) => one.entry === null)).toEqual([true, false]);
  });

  it("keeps hostile names as data", async () => {
    const text = archive([entry()]).replace(
      '"status":200',
      '"__proto__":{"status":500},"constructor":1,"status":200',
    );
    const [one] = await read(text);
    expect(one?.entry?.status).toBe(200);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
    expect({}).not.toHaveProperty("status");
  });

  it.each([
    ["nothing", "", "is empty"],
    ["a cut file", archive([entry(), entry()]).slice(0, -40), "is cut off after entry 1"],
    ["no JSON", "PK\u0003\u0004 zip", "is not JSON"],
    ["text after its end", `${archive([entry()])} more`, "is not JSON after entry 1"],
    ["JSON of another kind", '{"openapi":"3.1.0"}', "is JSON, but no HAR"],
    ["a list", "[1,2]", "is JSON, but no HAR"],
    ["entries that are an object", '{"log":{"entries":{"a":{}}}}', "is JSON, but no HAR"],
    ["Latin-1", Buffer.from(`${archive([])}\u00e9`, "latin1"), "it is not UTF-8: the byte 0xE9"],
    ["deep nesting", `{"log":{"entries":[${"[".repeat(5_000)}`, "levels deep"],
  ])("refuses %s with the reason", async (_name, text, message) => {
    await expect(read(text, 64)).rejects.toThrow(message);
  });

  it("names the file, and says what to do", async () => {
    await expect(readHarFile("/nowhere/a.har").next()).rejects.toThrow(
      "/nowhere/a.har does not exist. Give the path of a HAR file.",
    );
    await expect(readHarFile("/").next()).rejects.toThrow("/ is a folder.");
  });
});

/** The numbers of the entries in a file of these bytes. */
async function numbersIn(bytes: Uint8Array): Promise<readonly number[]> {
  const file = temporaryFile("a.har.gz", "");
  writeFileSync(file, bytes);
  const numbers: number[] = [];
  for await (const { number } of readHarFile(file)) numbers.push(number);
  return numbers;
}

describe("readHarFile of a compressed recording", () => {
  const text = archive([entry({ answer }), entry({ method: "delete", status: 204 })]);

  it("reads gzip, by its first bytes", async () => {
    expect(await numbersIn(gzipSync(text))).toEqual([1, 2]);
  });

  it.each([
    { name: "cut off", bytes: gzipSync(text).subarray(0, 60), says: "unexpected end of file" },
    {
      name: "not gzip after its mark",
      bytes: Buffer.from([0x1f, 0x8b, 1, 2]),
      says: "cannot be read",
    },
    { name: "empty", bytes: gzipSync(""), says: "is empty" },
  ])("rejects a file that is $name", async ({ bytes, says }) => {
    await expect(numbersIn(bytes)).rejects.toThrow(says);
  });
});

describe("noCallsIn", () => {
  it.each([
    [{}, "no entry."],
    [{ otherHosts: 1 }, "1 entry, which is not a call of a Lead API."],
    [{ otherHosts: 1, otherPaths: 1 }, "2 entries, none of them to a Lead API."],
    [{ untimed: 1 }, "1 entry, without a time in startedDateTime."],
    [{ untimed: 5 }, "5 entries, none with a time in startedDateTime."],
  ])("of %j says: %s", (skipped, says) => {
    expect(noCallsIn({ ...nothingSkipped, ...skipped })).toContain(`The recording has ${says}`);
  });
});

describe("undecidedTexts", () => {
  it("is right in number", () => {
    expect(undecidedTexts({ "no-request-body": 1, redirect: 2 })).toEqual([
      "2 not judged: they were redirected",
      "1 not judged: it was recorded without its body",
    ]);
  });
});
