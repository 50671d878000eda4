import { expect, it } from "vitest";

import type { Client } from "./explored-in-process.ts";
import { exploredInProcess } from "./explored-in-process.ts";

/** Passes if the answer to a misspelled field has a hint. */
const client: Client = async ({
  LEAD_API_URL: url,
  LEAD_API_KEY: key = "",
  LEAD_API_FIRM_ID: firm,
}) => {
  const { headers } = await fetch(`${url}/v1/firms/${firm}/leads`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ email: "ada@example.com", firstname: "Ada" }),
  });
  return headers.get("x-sandbox-hint") === null ? 1 : 0;
};

it("keeps the hints of a request that explore forwards", async () => {
  const { problem } = await exploredInProcess(client, {
    families: ["faults"],
    operations: ["get-lead"],
  });
  expect(problem).toBeNull();
});
