/** The baseline: a test file without a sandbox. */
import { expect, test } from "vitest";

test("is empty", () => {
  expect(1 + 1).toBe(2);
});
