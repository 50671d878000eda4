import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";

import { describe, expect, it } from "vitest";

import { BodiesTooLarge, newBodyMemory } from "../../../../src/network/http/body-memory.ts";
import { decode } from "../../../../src/network/http/content-encoding.ts";
import { at, replyOf } from "../../../support/reply.ts";
import type { Reply } from "../../../support/reply.ts";
import { newWorld } from "../../../support/world.ts";
import type { World } from "../../../support/world.ts";

const body = JSON.stringify({ then: { status: 503 } });

async function plan(world: World, coding: string, bytes: Uint8Array): Promise<Reply> {
  const url = `http://127.0.0.1/_sandbox/workspaces/${world.id}/faults`;
  const headers = { "content-type": "application/json", "content-encoding": coding };
  return replyOf(
    await world.fetch(new Request(url, { method: "POST", headers, body: new Uint8Array(bytes) })),
  );
}

describe("the coded body of a control call", () => {
  it.each([
    { coding: "gzip", bytes: gzipSync(body) },
    { coding: "deflate", bytes: deflateSync(body) },
    { coding: "br", bytes: brotliCompressSync(body) },
    { coding: "GZIP, identity, br", bytes: brotliCompressSync(gzipSync(body)) },
    { coding: "identity", bytes: Buffer.from(body) },
  ])("is decoded: $coding", async ({ coding, bytes }) => {
    const reply = await plan(await newWorld(), coding, bytes);
    expect(`${reply.status} ${reply.text}`).toMatch(/^201 /);
    expect(at(reply, "data.then.status")).toBe(503);
  });

  it("415 with a hint for an unknown coding, 422 for one that does not decode", async () => {
    const world = await newWorld();
    const unknown = await plan(world, "zstd", Buffer.from(body));
    expect(`${unknown.status} ${unknown.text}`).toBe(
      '415 {"message":"Unsupported content encoding: zstd.","hint":"Send it without Content-Encoding, or as one of gzip, deflate, br."}',
    );
    const plain = await plan(world, "gzip", Buffer.from(body));
    expect(`${plain.status} ${plain.text}`).toMatch(/^422 .*does not decode/);
  });

  it("413 for a zip bomb", async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, " "));
    expect((await plan(await newWorld(), "gzip", bomb)).status).toBe(413);
  });
});

describe("decoding", () => {
  const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, " "));

  it("ends at the limit, and counts what it holds among the bodies of all requests", async () => {
    const memory = newBodyMemory(100_000, 100_000);
    expect(await decode(bomb, ["gzip"], { bytesMax: 50_000, owner: null }, memory)).toEqual({
      problem: "too-large",
    });
    await expect(
      decode(bomb, ["gzip"], { bytesMax: 10_000_000, owner: null }, memory),
    ).rejects.toThrow(BodiesTooLarge);
    expect(() => memory.newBody(null).take(100_000)).not.toThrow();
  });
});
