/** Tests against a sandbox in their process, each in a workspace. */
import { createSandbox } from "lead-sandbox";
import { afterAll, expect, test } from "vitest";

import { fiveRequests } from "./five-requests.mjs";

const sandbox = await createSandbox();
afterAll(() => sandbox.close());

for (let number = 0; number < Number(process.env.TESTS); number += 1) {
  test(`test ${number}`, async () => {
    const workspace = await sandbox.workspace();
    expect(await fiveRequests(workspace)).toBe("Lind");
    await workspace.drop();
  });
}
