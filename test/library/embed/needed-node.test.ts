import { describe, expect, it } from "vitest";

import { requireNode } from "../../../src/library/embed/needed-node.ts";

describe("a sandbox in process", () => {
  it.each(["18.20.0", "20.20.2", "22.0.0", "22.17.1"])("is refused on Node %s", (version) => {
    expect(() => requireNode(version)).toThrow(
      `lead-sandbox needs Node 22.18 or newer and this is Node ${version}.`,
    );
  });

  it.each(["22.18.0", "24.0.0", "26.10.0", "26.0.0-nightly2026"])("runs on Node %s", (version) => {
    expect(() => requireNode(version)).not.toThrow();
  });
});
