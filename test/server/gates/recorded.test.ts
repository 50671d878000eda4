import { describe, expect, it } from "vitest";

import { newSharedHeaders, sizeOf } from "../../../src/server/gates/recorded.ts";

const nothing = {
  target: { host: "partner.localhost", path: "", query: "" },
  rawHeaders: [],
  notes: { requestBody: null },
};
const noAnswer = { status: 0, headers: {}, body: null };

describe("the size of a recorded request", () => {
  it("is zero without a text", () => {
    expect(sizeOf(nothing, noAnswer)).toBe(0);
  });

  it("includes every text, and a body at twice its characters", () => {
    const sent = {
      target: { ...nothing.target, path: "/four", query: "x=1" },
      rawHeaders: ["name", "value"],
      notes: { requestBody: "four" },
    };
    const answer = { status: 200, headers: { name: "value" }, body: "four" };
    expect(sizeOf(sent, answer)).toBe("/fourx=1".length + 2 * ("namevalue".length + 8));
  });

  it("includes the stored part of a long body", () => {
    const long = { ...nothing, notes: { requestBody: "x".repeat(1_000_000) } };
    expect(sizeOf(long, noAnswer)).toBe(2 * 16 * 1024);
  });
});

describe("equal headers", () => {
  it("share one object until others of the same length come", () => {
    const shared = newSharedHeaders();
    const read = ["Host", "a", "X-API-Key", "k"];
    const create = [...read, "Content-Type", "application/json"];
    expect([shared(read), shared(create)]).toEqual([read, create]);
    expect(shared([...read])).toBe(read);
    expect(shared([...create])).toBe(create);
    const other = ["Host", "a", "X-API-Key", "l"];
    expect(shared(other)).toBe(other);
    expect(shared([...read])).not.toBe(read);
  });
});
