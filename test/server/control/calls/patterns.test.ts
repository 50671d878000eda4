import { describe, expect, it } from "vitest";

import { newWorld } from "../../../support/world.ts";

describe("the limits of a pattern", () => {
  const long = `/${"a".repeat(200)}`;
  const wild = "/**a".repeat(11);

  it.each([
    { what: "201 characters", pattern: long, allowed: 200 },
    { what: "11 wildcards", pattern: wild, allowed: 10 },
    { what: "900 kB", pattern: "/".padEnd(900_000, "*a"), allowed: 200 },
  ])("422 for $what in match.path of a fault", async ({ pattern, allowed }) => {
    const fault = { match: { path: pattern }, then: { status: 503 } };
    const refused = await (await newWorld()).control("POST", "/faults", fault);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(String(allowed));
    expect(refused.text.length).toBeLessThan(2_000);
  });

  it.each([
    { what: "201 characters", pattern: long, allowed: 200 },
    { what: "11 wildcards", pattern: wild, allowed: 10 },
  ])("422 for $what in the path of GET requests", async ({ pattern, allowed }) => {
    const refused = await (
      await newWorld()
    ).control("GET", `/requests?path=${encodeURIComponent(pattern)}`);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(String(allowed));
  });

  it("many repeated asterisks count as one wildcard", async () => {
    const reply = await (await newWorld()).control("GET", `/requests?path=/${"*".repeat(199)}`);
    expect(reply.status).toBe(200);
  });
});
