import { test } from "lead-sandbox/vitest";
// oxlint-disable vitest/no-standalone-expect -- the test of lead-sandbox/vitest is one of Vitest, which the rule cannot see
import { describe, expect } from "vitest";

import { refer, referCarelessly } from "./client.mjs";

describe.concurrent("Leads", () => {
  test.for(Array.from({ length: 24 }, (_, at) => at))("is referred", async (at, { workspace }) => {
    expect(await refer(workspace, `person-${at}@example.com`)).toMatch(/@/);
  });

  test.for(["kim@example.com", "lee@example.com"])("refers %s", async (email, { workspace }) => {
    expect(await refer(workspace, email)).toBe(email);
  });

  test("forgets the answer", async ({ workspace }) => {
    expect(await referCarelessly(workspace, "maya@example.com")).toBe("maya@example.com");
  });

  test("fails, and is tried again", { retry: 1 }, async ({ workspace }) => {
    const { url, apiKey, firmId } = workspace;
    const sent = await fetch(`${url}/v1/firms/${firmId}/leads`, {
      method: "POST",
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      signal: AbortSignal.timeout(3_000),
      body: JSON.stringify({ email: "noor@example.com", firstName: "Noor", lastName: "Moss" }),
    });
    expect(sent.status).toBe(201);
    expect(await sent.json()).toHaveProperty("data");
  });
});
