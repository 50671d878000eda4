/** Tests that open a workspace each. */
import { expect, test } from "vitest";

import { fiveRequests, opener } from "./small-test.mjs";

const open = await opener(process.env);

for (let number = 0; number < Number(process.env.TESTS); number += 1) {
  test(`test ${number}`, async () => {
    const workspace = await open();
    expect(await fiveRequests(workspace)).toBe("Lind");
    await workspace.drop();
  });
}
