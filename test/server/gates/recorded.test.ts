import { describe, expect, it } from "vitest";

import { sizeOf } from "../../../src/server/gates/recorded.ts";

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
