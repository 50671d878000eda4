import { describe, expect, it } from "vitest";

import { sameBodies, sameHeaders, sizeOf } from "../../src/gates/recorded.ts";

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
  it("share one object until others come", () => {
    const kept = sameHeaders();
    const first = ["Host", "a", "X-API-Key", "k"];
    expect(kept(first)).toBe(first);
    expect(kept([...first])).toBe(first);
    for (const other of [
      ["Host", "a", "X-API-Key", "l"],
      ["Host", "a"],
      [...first, "Accept", "*/*"],
    ]) {
      expect(kept(other)).toBe(other);
      expect(kept([...other])).toBe(other);
    }
    const again = [...first];
    expect(kept(again)).toBe(again);
  });

  it("share one object among requests with fewer or more headers, such as alternating reads and creates", () => {
    const kept = sameHeaders();
    const read = ["Host", "a"];
    const create = [...read, "Content-Type", "application/json"];
    kept(read);
    kept(create);
    expect(kept([...read])).toBe(read);
    expect(kept([...create])).toBe(create);
  });
});

describe("bodies of answers", () => {
  it("are recorded unchanged, in any order", () => {
    const kept = sameBodies();
    const bodies = Array.from({ length: 1_000 }, (_, at) => `${"x".repeat(at % 200)}${at % 7}`);
    expect(bodies.map(kept)).toEqual(bodies);
  });
});
