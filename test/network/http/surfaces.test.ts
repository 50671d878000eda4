import { describe, expect, it } from "vitest";

import { surfaceFinder } from "../../../src/network/http/surfaces.ts";

const surfaceOf = surfaceFinder(
  [
    { name: "sandbox", hosts: ["api.dit.*", "sandbox.localhost"], port: null },
    { name: "production", hosts: ["api.*", "*.prod.test"], port: 4611 },
    { name: "special", hosts: ["api.dit.special.test", "a+b.test"], port: 4612 },
  ],
  "fallback",
);

describe("the surface that surfaceFinder returns", () => {
  it.each([
    ["sandbox.localhost", "sandbox"],
    ["SANDBOX.localhost", "sandbox"],
    ["x.sandbox.localhost", "fallback"],
    ["api.dit.example.com", "sandbox"],
    ["api.example.com", "production"],
    ["api.dit.special.test", "special"],
    ["api.dit.", "production"],
    ["api.", "fallback"],
    ["apixdit.example.com", "fallback"],
    ["eu.prod.test", "production"],
    [".prod.test", "fallback"],
    ["eu.prod.test.evil", "fallback"],
    ["a+b.test", "special"],
    ["aab.test", "fallback"],
    ["127.0.0.1", "fallback"],
    ["", "fallback"],
  ])(
    "for the host %j is %s: names before patterns, longer patterns before shorter ones",
    (host, name) => {
      expect(surfaceOf(host, null)).toBe(name);
    },
  );

  it("for a separate port is the surface of that port, for any host (1.3)", () => {
    expect(surfaceOf("sandbox.localhost", 4611)).toBe("production");
    expect(surfaceOf("api.example.com", 4612)).toBe("special");
  });

  it("for a port without a surface depends on the host", () => {
    expect(surfaceOf("api.example.com", 4610)).toBe("production");
  });

  it("without a port depends on the host, although a surface may have no port either", () => {
    expect(surfaceOf("api.example.com", null)).toBe("production");
    expect(surfaceOf("unknown", null)).toBe("fallback");
  });
});
