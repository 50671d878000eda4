import { globSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { canSucceed, operations, writesResource } from "./cases.ts";

describe("the conformance suite", () => {
  it("has a file named after each operation that can succeed, except those that write-resources.test.ts has in one table", () => {
    const files = globSync("test/conformance/*.test.ts");
    const missing = operations
      .filter((operation) => canSucceed(operation) && !writesResource(operation))
      .map(({ id }) => id.replaceAll(/(?<=[a-z])[A-Z]/g, "-$&").toLowerCase())
      .filter((name) => !files.includes(`test/conformance/${name}.test.ts`));
    expect(missing).toEqual([]);
  });
});
