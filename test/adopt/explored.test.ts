import { describe, expect, it } from "vitest";

import type { Client } from "../harness/explore/explored-in-process.ts";
import { exploredInProcess } from "../harness/explore/explored-in-process.ts";
import { config } from "../harness/explore/settings.ts";

const key = "7f1c2a34-5b6d-4e8f-9a0b-1c2d3e4f5a6b";
const other = "8a2d3b45-6c7e-4f90-8b1c-2d3e4f5a6b7c";

/** A client that, in a trial, begins with another key and another Firm id than in the baseline. */
function newClient(statuses: number[]): Client {
  return async ({ LEAD_API_URL: url = "", LEAD_SANDBOX_TRIAL: trial }) => {
    const call = async (sent: string, firm: string, method = "GET"): Promise<number> => {
      const headers = { "x-api-key": sent, "content-type": "application/json" };
      const person = { email: "ann@example.com", firstName: "Ann", lastName: "Ash" };
      const body = method === "GET" ? {} : { body: JSON.stringify(person) };
      const answer = await fetch(`${url}/v1/firms/${firm}/leads`, { method, headers, ...body });
      await answer.text();
      return answer.status;
    };
    if (trial !== "null") {
      statuses.push(await call(other, "acme-4711"), await call(key, "beta-0815"));
    }
    const made = await call(key, "acme-4711", "POST");
    return made === 201 ? 0 : 1;
  };
}

describe("a trial of explore", () => {
  it("has the key and the Firm id of the baseline, in whatever order a client sends them", async () => {
    const statuses: number[] = [];
    const { problem, judged } = await exploredInProcess(newClient(statuses), {
      config: config({ adopt: true }),
      families: ["evolution"],
      operations: ["post-leads-for-firm"],
    });
    expect(problem).toBeNull();
    expect(judged.length).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([401, 404]));
  });
});
