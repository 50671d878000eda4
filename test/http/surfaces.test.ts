import { describe, expect, it } from "vitest";

import { surfaceFinder } from "../../src/http/surfaces.ts";

const surfaceOf = surfaceFinder(
  [
    { name: "sandbox", hosts: ["api.dit.*", "sandbox.localhost"], port: null },
    { name: "production", hosts: ["api.*", "*.prod.test"], port: 4611 },
    { name: "special", hosts: ["api.dit.special.test", "a+b.test"], port: 4612 },
  ],
  "fallback",
);

describe("surfaceFinder", () => {
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
    "of the host %j is %s: a name before a pattern, a longer pattern before a shorter",
    (host, name) => {
      expect(surfaceOf(host, null)).toBe(name);
    },
  );

  it("stays what it is, asked again and after more hosts than are kept at hand", () => {
    for (let number = 0; number < 1_000; number += 1) {
      expect(surfaceOf(`eu${number}.prod.test`, null)).toBe("production");
      expect(surfaceOf(`eu${number}.prod.test`, null)).toBe("production");
    }
    expect(surfaceOf("eu.prod.test.evil", null)).toBe("fallback");
  });

  it("of a port of its own is that port's, for any host (1.3)", () => {
    expect(surfaceOf("sandbox.localhost", 4611)).toBe("production");
    expect(surfaceOf("api.example.com", 4612)).toBe("special");
  });

  it("of a port without a surface selects by host", () => {
    expect(surfaceOf("api.example.com", 4610)).toBe("production");
  });

  it("of no port is the host's, though some surface has none either", () => {
    expect(surfaceOf("api.example.com", null)).toBe("production");
    expect(surfaceOf("unknown", null)).toBe("fallback");
  });
});
