/** Tests over HTTP, each in the workspace that the test fixture provides. */
import { test } from "lead-sandbox/vitest";
import { expect } from "vitest";

import { fiveRequests } from "./small-test.mjs";

for (let number = 0; number < Number(process.env.TESTS); number += 1) {
  test(`test ${number}`, async ({ workspace: { url, apiKey, firmId } }) => {
    // oxlint-disable-next-line vitest/no-standalone-expect -- in a test of lead-sandbox/vitest
    expect(await fiveRequests({ url, apiKey, firmId, fetch })).toBe("Lind");
  });
}
