/** Tests against an in-process sandbox, each in a separate workspace. */
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
