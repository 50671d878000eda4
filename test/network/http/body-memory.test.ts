import { describe, expect, it } from "vitest";

import {
  BodiesTooLarge,
  documentBytesMax,
  largestBody,
  newBodyMemory,
} from "../../../src/network/http/body-memory.ts";
import { readBytes } from "../../../src/network/http/body.ts";

const mebibyte = 1024 * 1024;

describe("largestBody", () => {
  it.each([
    { memory: 0, says: "an unknown limit of memory", most: 64 },
    { memory: Number(2n ** 64n - 1n), says: "no limit of memory", most: 64 },
    { memory: 4096 * mebibyte, says: "a container of 4 GiB", most: 64 },
    { memory: 250 * mebibyte, says: "a container of 250 MiB", most: 25 },
  ])("is $most MiB with $says", ({ memory, most }) => {
    expect(largestBody(memory)).toBe(most * mebibyte);
  });
});

describe("documentBytesMax", () => {
  it.each([
    { memory: 0, says: "an unknown limit of memory", most: 256 },
    { memory: Number(2n ** 64n - 1n), says: "no limit of memory", most: 256 },
    { memory: 1000 * mebibyte, says: "a container of 1000 MiB", most: 100 },
    { memory: 250 * mebibyte, says: "a container of 250 MiB", most: 25 },
  ])("is $most MiB with $says, and takes the largest body", ({ memory, most }) => {
    expect(documentBytesMax(memory)).toBe(most * mebibyte);
    expect(documentBytesMax(memory)).toBeGreaterThanOrEqual(largestBody(memory));
  });
});

describe("bodies that are received at the same time", () => {
  it("takes a body while there is room, and refuses the one that would exceed the limit", async () => {
    const memory = newBodyMemory(100);
    const waiting = halfSent(60);
    const first = readBytes(waiting.request, 1_000, memory);
    await waiting.taken;
    expect(await readBytes(sent(40), 1_000, memory)).toHaveLength(40);
    await expect(readBytes(sent(41), 1_000, memory)).rejects.toThrow(BodiesTooLarge);
    waiting.end();
    expect(await first).toHaveLength(60);
    expect(await readBytes(sent(100), 1_000, memory)).toHaveLength(100);
  });

  it("frees what a failed body took", async () => {
    const memory = newBodyMemory(100);
    const waiting = halfSent(60);
    const first = readBytes(waiting.request, 1_000, memory);
    await waiting.taken;
    waiting.fail();
    await expect(first).rejects.toThrow("gone");
    expect(await readBytes(sent(100), 1_000, memory)).toHaveLength(100);
  });

  it("frees what a body took that is longer than its own limit", async () => {
    const memory = newBodyMemory(100);
    expect(await readBytes(sent(90), 50, memory)).toBeNull();
    expect(await readBytes(sent(100), 1_000, memory)).toHaveLength(100);
  });

  it("refuses a long body by its length, before anything of it is read", async () => {
    const body = new ReadableStream({
      pull() {
        throw new Error("It was read.");
      },
    });
    const headers = { "content-length": String(2 * mebibyte) };
    const request = new Request(url, { method: "POST", body, headers, duplex: "half" });
    const memory = newBodyMemory(mebibyte);
    await expect(readBytes(request, 4 * mebibyte, memory)).rejects.toThrow(BodiesTooLarge);
    expect(await readBytes(sent(mebibyte), 4 * mebibyte, memory)).toHaveLength(mebibyte);
  });

  it.each(["abc", "-5", "1e9", "0x10", "NaN"])(
    "keeps its limit after a request in process whose length is %j",
    async (length) => {
      const memory = newBodyMemory(100);
      const headers = { "content-length": length };
      const odd = new Request(url, { method: "POST", body: "x".repeat(50), headers });
      expect(await readBytes(odd, 1_000, memory)).toHaveLength(50);
      await expect(readBytes(sent(101), 1_000, memory)).rejects.toThrow(BodiesTooLarge);
    },
  );

  it("counts a short body with its length", async () => {
    const headers = { "content-length": "101" };
    const request = new Request(url, { method: "POST", body: "x".repeat(101), headers });
    await expect(readBytes(request, 1_000, newBodyMemory(100))).rejects.toThrow(BodiesTooLarge);
  });
});

const url = "http://localhost/";

function sent(bytes: number): Request {
  const half = halfSent(bytes);
  half.end();
  return half.request;
}

/** A request that has sent `bytes` so far; `taken` resolves after they were read. */
function halfSent(bytes: number) {
  const { promise: taken, resolve } = Promise.withResolvers<void>();
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      stream = controller;
      controller.enqueue(new Uint8Array(bytes));
    },
    pull: () => void setImmediate(resolve),
  });
  return {
    request: new Request(url, { method: "POST", body, duplex: "half" }),
    taken,
    end: () => stream?.close(),
    fail: () => stream?.error(new Error("gone")),
  };
}
