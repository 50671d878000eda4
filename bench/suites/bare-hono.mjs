/** Tests over HTTP against bare Hono. One request replaces the create of a workspace, and one its drop. */
import { expect, test } from "vitest";

import { fiveRequests } from "./five-requests.mjs";

const { BARE_URL: url, BARE_FIRM: firmId } = process.env;
const other = async () => {
  const answer = await fetch(`${url}/v1/firms/${firmId}/leads?limit=1`);
  await answer.text();
};

for (let number = 0; number < Number(process.env.TESTS); number += 1) {
  test(`test ${number}`, async () => {
    await other();
    expect(await fiveRequests({ url, apiKey: "key", firmId, fetch })).toBe("Lind");
    await other();
  });
}
