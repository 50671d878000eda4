/** What a test file costs without a sandbox. */
import { expect, test } from "vitest";

test("is empty", () => {
  expect(1 + 1).toBe(2);
});
