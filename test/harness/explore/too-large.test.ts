import { describe, expect, it } from "vitest";

import type { Client } from "./explored-in-process.ts";
import { exploredInProcess } from "./explored-in-process.ts";

/** Passes if a body of more than 64 MiB is refused because of its length, announced or in chunks. */
const client: Client = async ({
  LEAD_API_URL: url,
  LEAD_API_KEY: key = "",
  LEAD_API_FIRM_ID: firm,
}) => {
  const bytes = Buffer.alloc(65 * 1024 * 1024, " ");
  const statusFor = async (body: Buffer | ReadableStream): Promise<number> => {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const init = { method: "POST", headers, body, duplex: "half" } as const;
    return (await fetch(`${url}/v1/firms/${firm}/leads`, init)).status;
  };
  const statuses = [await statusFor(bytes), await statusFor(new Blob([bytes]).stream())];
  return statuses.every((status) => status === 413) ? 0 : 1;
};

describe("http.body.too-large: a body that is longer than every limit", () => {
  it("gets the answer of a sandbox that is not explored", async () => {
    const { problem } = await exploredInProcess(client, {
      families: ["faults"],
      operations: ["get-lead"],
    });
    expect(problem).toBeNull();
  });
});
