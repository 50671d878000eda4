/** A file with one test in a workspace, as in docs/test.md. */
import { test } from "lead-sandbox/vitest";
import { expect } from "vitest";

test("refers a Lead", async ({ workspace }) => {
  const { url, apiKey, firmId } = workspace;
  const answer = await fetch(`${url}/v1/firms/${firmId}/leads`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: '{"email":"maya@example.com","firstName":"Maya","lastName":"Moreau"}',
  });
  // oxlint-disable-next-line vitest/no-standalone-expect -- in a test of lead-sandbox/vitest
  expect(answer.status).toBe(201);
});
