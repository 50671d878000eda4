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

const kilobyte = 1024;
const [alice, bob] = [{ id: "alice" }, { id: "bob" }];

describe("bodies that are received at the same time", () => {
  const bytesMax = 4 * mebibyte;

  it("take what has arrived, of each owner a quarter of the whole", async () => {
    const memory = newBodyMemory(bytesMax);
    const waiting = halfSent(600 * kilobyte);
    const first = readBytes(waiting.request, bytesMax, alice, memory);
    await waiting.taken;
    await expect(readBytes(sent(500 * kilobyte), bytesMax, alice, memory)).rejects.toThrow(
      "This body and the others of this workspace in flight, or of all requests without one, would exceed the 1,048,576 bytes",
    );
    expect(await readBytes(sent(mebibyte), bytesMax, bob, memory)).toHaveLength(mebibyte);
    waiting.end();
    expect(await first).toHaveLength(600 * kilobyte);
    expect(await readBytes(sent(mebibyte), bytesMax, alice, memory)).toHaveLength(mebibyte);
  });

  it("share one quarter without a workspace", async () => {
    const memory = newBodyMemory(bytesMax);
    const waiting = halfSent(600 * kilobyte);
    const first = readBytes(waiting.request, bytesMax, null, memory);
    await waiting.taken;
    await expect(readBytes(sent(500 * kilobyte), bytesMax, null, memory)).rejects.toThrow(
      BodiesTooLarge,
    );
    expect(await readBytes(sent(500 * kilobyte), bytesMax, bob, memory)).not.toBeNull();
    waiting.end();
    await first;
  });

  it("take nothing by their announced length", async () => {
    const memory = newBodyMemory(bytesMax);
    const announced = Array.from({ length: 100 }, () => halfSent(1, mebibyte));
    const reading = announced.map(({ request }) => readBytes(request, bytesMax, alice, memory));
    await Promise.all(announced.map(({ taken }) => taken));
    expect(await readBytes(sent(mebibyte), bytesMax, alice, memory)).toHaveLength(mebibyte);
    for (const one of announced) one.fail();
    await Promise.allSettled(reading);
  });

  it.each([
    { name: "with its length", length: 64 * kilobyte },
    { name: "in pieces", length: undefined },
  ])("do not count up to 64 kB, $name", async ({ length }) => {
    const memory = newBodyMemory(400);
    const short = halfSent(64 * kilobyte, length);
    short.end();
    expect(await readBytes(short.request, bytesMax, alice, memory)).toHaveLength(64 * kilobyte);
    await expect(readBytes(sent(64 * kilobyte + 1), bytesMax, alice, memory)).rejects.toThrow(
      BodiesTooLarge,
    );
  });

  it("take no more than the whole together", async () => {
    const memory = newBodyMemory(bytesMax);
    const others = Array.from({ length: 5 }, (_, owner) => memory.newBody({ owner }));
    for (const other of others.slice(0, 4)) other.take(mebibyte);
    expect(() => others[4]?.check(1)).toThrow("would exceed the 4,194,304 bytes");
    await expect(readBytes(sent(100 * kilobyte), bytesMax, bob, memory)).rejects.toThrow(
      BodiesTooLarge,
    );
    others[0]?.release();
    expect(await readBytes(sent(100 * kilobyte), bytesMax, bob, memory)).not.toBeNull();
  });

  it("take at least the largest body of one owner", () => {
    const body = newBodyMemory(bytesMax, 2 * mebibyte).newBody(alice);
    body.take(2 * mebibyte);
    expect(() => body.take(1)).toThrow("would exceed the 2,097,152 bytes");
  });

  it("free what a failed body took", async () => {
    const memory = newBodyMemory(bytesMax);
    const waiting = halfSent(mebibyte);
    const first = readBytes(waiting.request, bytesMax, alice, memory);
    await waiting.taken;
    waiting.fail();
    await expect(first).rejects.toThrow("gone");
    expect(await readBytes(sent(mebibyte), bytesMax, alice, memory)).toHaveLength(mebibyte);
  });

  it("free what a body took that is longer than its own limit, or than the memory", async () => {
    const memory = newBodyMemory(bytesMax);
    expect(await readBytes(sent(90 * kilobyte), 80 * kilobyte, alice, memory)).toBeNull();
    await expect(readBytes(sent(mebibyte + 1), bytesMax, alice, memory)).rejects.toThrow(
      BodiesTooLarge,
    );
    expect(await readBytes(sent(mebibyte), bytesMax, alice, memory)).toHaveLength(mebibyte);
  });

  it("arrive whole in pieces of any size", async () => {
    const pieces = [1, 65_535, 1, 1, 200_000, 7, 300_000];
    const bytes = Buffer.from(Array.from({ length: 565_545 }, (_, at) => at % 251));
    const chunks = pieces.map((size, at) => {
      const start = pieces.slice(0, at).reduce((sum, one) => sum + one, 0);
      return new Uint8Array(bytes.subarray(start, start + size));
    });
    for (const length of [undefined, bytes.length, 70_000]) {
      const headers = length === undefined ? {} : { "content-length": String(length) };
      const body = ReadableStream.from(chunks);
      const request = new Request(url, { method: "POST", body, headers, duplex: "half" });
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(bytes.equals((await readBytes(request, bytesMax, alice)) ?? Buffer.of())).toBe(true);
    }
  });

  it.each(["abc", "-5", "1e9", "0x10", "NaN"])(
    "keep their limit after a request in process whose length is %j",
    async (length) => {
      const memory = newBodyMemory(400);
      const headers = { "content-length": length };
      const odd = new Request(url, { method: "POST", body: "x".repeat(50), headers });
      expect(await readBytes(odd, 1_000, alice, memory)).toHaveLength(50);
      await expect(readBytes(sent(65 * kilobyte), mebibyte, alice, memory)).rejects.toThrow(
        BodiesTooLarge,
      );
    },
  );
});

const url = "http://localhost/";

function sent(bytes: number): Request {
  const half = halfSent(bytes);
  half.end();
  return half.request;
}

/** A request that has sent `bytes` so far, and announced `length`; `taken` resolves after they were read. */
function halfSent(bytes: number, length?: number) {
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
    request: new Request(url, {
      method: "POST",
      body,
      duplex: "half",
      headers: length === undefined ? {} : { "content-length": String(length) },
    }),
    taken,
    end: () => stream?.close(),
    fail: () => stream?.error(new Error("gone")),
  };
}
