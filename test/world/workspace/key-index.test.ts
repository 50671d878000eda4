import { describe, expect, it } from "vitest";

import { newKeyIndex } from "../../../src/world/workspace/registry/key-index.ts";
import { collector } from "../../support/collector.ts";

describe("the index of API keys", () => {
  it("releases the entries of a dropped workspace", () => {
    const collect = collector();
    const index = newKeyIndex({ of: () => [], keep: () => {} });
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let number = 0; number < 50_000; number += 1) {
      index.set(`workspace-${number}`, [`key-${number}`]);
      index.drop(`workspace-${number}`, "dropped");
    }
    collect();
    const grown = process.memoryUsage().heapUsed - before;
    // An entry for each of them would take 5 MB.
    expect(grown / 1_000_000).toBeLessThan(1.5);
    expect(index.workspaceOf("key-1")).toBeNull();
  });
});
