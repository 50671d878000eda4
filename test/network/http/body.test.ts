import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { BodyResult } from "../../../src/network/http/body.ts";
import { hasBody, longBody, readBytes, readJsonObject } from "../../../src/network/http/body.ts";

const bounds = { bytesMax: 64, levelsMax: 3 };

function read(body: string | ReadableStream | null, headers: Record<string, string> = json) {
  return readJsonObject(requestOf(body, headers), bounds, null);
}

const json: Record<string, string> = { "content-type": "application/json" };

describe("hasBody", () => {
  it.each([
    { says: "a length above 0", headers: { "content-length": "2" }, body: "{}", has: true },
    { says: "a length of 0", headers: { "content-length": "0" }, body: null, has: false },
    { says: "no length, with a body,", headers: {}, body: "{}", has: true },
    { says: "no length, without a body,", headers: {}, body: null, has: false },
  ])("returns $has for a request with $says", ({ headers, body, has }) => {
    expect(hasBody(new Request("http://a/", { method: "POST", headers, body }))).toBe(has);
  });

  it("does not access the body if the headers are sufficient", () => {
    const request = new Request("http://a/", {
      method: "POST",
      headers: { "content-length": "2" },
    });
    const asked = Object.defineProperty(request, "body", {
      get: () => expect.unreachable("The body was asked for."),
    });
    expect(hasBody(asked)).toBe(true);
  });
});

describe("readBytes", () => {
  const bytes = Buffer.alloc(3 * longBody, "a long body ");
  const pieces = [bytes.subarray(0, 1), bytes.subarray(1, longBody), bytes.subarray(longBody)];

  it.each([
    ["its length", bytes.length],
    ["no length", null],
    ["a length that is too small", longBody],
    ["a length that is too large", 2 * bytes.length],
  ])("reads all bytes of a long body with %s", async (_says, length) => {
    const headers: Record<string, string> =
      length === null ? {} : { "content-length": String(length) };
    const whole = await readBytes(
      requestOf(streamOfBytes(pieces), headers),
      4 * bytes.length,
      null,
    );
    expect(whole?.equals(bytes)).toBe(true);
  });

  it.each([["a length", longBody] as const, ["no length", null] as const])(
    "returns null for more bytes than allowed, with %s",
    async (_says, length) => {
      const headers: Record<string, string> =
        length === null ? {} : { "content-length": String(length) };
      expect(
        await readBytes(requestOf(streamOfBytes(pieces), headers), 2 * longBody, null),
      ).toBeNull();
    },
  );
});

describe("readJsonObject", () => {
  it("returns the text and the object", async () => {
    const text = '{ "a": 1 }';
    expect(await read(text)).toMatchObject({ ok: true, text, value: { a: 1 } });
  });

  it.each([
    ["application/json", true],
    ["Application/JSON", true],
    ["application/json; charset=utf-8", true],
    ["application/json ;charset=utf-8", true],
    ["application/merge-patch+json", true],
    ["application/vnd.a.b+json;v=1", true],
    ["application/jsonp", false],
    ["application/+json", false],
    ["application/json, application/json", false],
    ["text/json", false],
    ["text/plain", false],
    ["", false],
  ])("accepts %j as JSON: %s", async (type, taken) => {
    const result = await read("{}", { "content-type": type });
    expect(problemOf(result)).toBe(taken ? null : "content-type");
  });

  it("treats invalid UTF-8 as invalid JSON", async () => {
    const bytes = Buffer.from([...Buffer.from('{"a":"'), 0xc3, 0x28, ...Buffer.from('"}')]);
    const result = await read(new Blob([bytes]).stream());
    expect(problemOf(result)).toBe("not-json");
  });

  it("reports a missing content type as a wrong one", async () => {
    const bytes = new TextEncoder().encode("{}");
    const request = new Request("http://a/", { method: "POST", body: bytes });
    expect(problemOf(await readJsonObject(request, bounds, null))).toBe("content-type");
  });

  it.each([
    ["", "not-json"],
    ["{", "not-json"],
    ["{}{}", "not-json"],
    ["undefined", "not-json"],
    ["[]", "not-object"],
    ["null", "not-object"],
    ['"a"', "not-object"],
    ["0", "not-object"],
    ['{"a":{"b":{}}}', null],
    ['{"a":{"b":{"c":{}}}}', "too-deep"],
    ['{"a":[[[]]]}', "too-deep"],
    [`{"a":"${"x".repeat(56)}"}`, null],
    [`{"a":"${"x".repeat(57)}"}`, "too-large"],
    [`{"a":"${"é".repeat(29)}"}`, "too-large"],
  ])("for %j reports %s", async (body, problem) => {
    expect(problemOf(await read(body))).toBe(problem);
    expect(problemOf(await read(streamOf(body)))).toBe(problem);
  });

  it("reports a missing body as not JSON", async () => {
    expect(await read(null)).toEqual({ ok: false, text: "", problem: "not-json" });
  });

  it("trusts a content-length that is too large, and reads nothing", async () => {
    const request = requestOf("{}", { ...json, "content-length": "65" });
    expect(await readJsonObject(request, bounds, null)).toEqual({
      ok: false,
      text: null,
      problem: "too-large",
    });
    expect(request.bodyUsed).toBe(false);
  });

  it("does not trust a content-length that is too small", async () => {
    const request = requestOf(`{"a":"${"x".repeat(57)}"}`, { ...json, "content-length": "2" });
    expect(problemOf(await readJsonObject(request, bounds, null))).toBe("too-large");
  });

  it("joins characters that chunk boundaries split", async () => {
    const bytes = new TextEncoder().encode('{"a":"é"}');
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
    expect(await read(streamOfBytes(pieces))).toMatchObject({ ok: true, value: { a: "é" } });
  });

  it("treats __proto__ like any other key", async () => {
    const result = await read('{"__proto__":{"a":1}}');
    expect(result.ok && Object.keys(result.value)).toEqual(["__proto__"]);
  });

  it("parses every JSON object back to itself, whole or in chunks", async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })), async (value) => {
        const text = JSON.stringify(value);
        const roomy = { bytesMax: 1_000_000, levelsMax: 10 };
        for (const body of [text, streamOf(text)]) {
          // oxlint-disable-next-line no-await-in-loop -- a failure shows which of the two it is
          const result = await readJsonObject(requestOf(body, json), roomy, null);
          expect(result.ok && result.text).toBe(text);
          expect(result.ok && JSON.stringify(result.value)).toBe(text);
        }
      }),
      { seed: 7, numRuns: 100 },
    );
  });
});

function requestOf(body: string | ReadableStream | null, headers: Record<string, string>): Request {
  return new Request("http://a/", { method: "POST", body, headers, duplex: "half" });
}

function problemOf(result: BodyResult): string | null {
  return result.ok ? null : result.problem;
}

function streamOf(text: string): ReadableStream {
  return streamOfBytes([new TextEncoder().encode(text)]);
}

function streamOfBytes(pieces: readonly Uint8Array[]): ReadableStream {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}
