import { describe, expect, it } from "vitest";

import { start, temporaryFile } from "./program.ts";

const fixture = {
  firms: [{ id: "Firm0001", name: "Firm", firmType: "Partner" }],
  firmMembers: [],
  apiKeys: [
    {
      id: "key-1",
      key: "aaaaaaaa-1111-4111-8111-111111111111",
      firmId: "Firm0001",
      roleType: "Partner",
      environment: "sandbox",
    },
  ],
  // The schema is invalid, so the request below is 500.
  workflows: [
    {
      id: "broken",
      method: "POST",
      request: { type: "nonsense" },
      answer: { status: 200, body: {} },
    },
  ],
};

const client = `
  const { LEAD_API_URL: url, LEAD_API_KEY: key } = process.env;
  const headers = { "x-api-key": key, "content-type": "application/json" };
  await fetch(url + "/v1/workflows/broken", { method: "POST", headers, body: "{}" });
`;

describe("a 500 of the sandbox itself", () => {
  it.each([{ command: "explore" }, { command: "assess" }, { command: "simulate" }])(
    "ends $command with 4 and names the request",
    async ({ command }) => {
      const world = temporaryFile("broken.fixture.json", JSON.stringify(fixture));
      const program = temporaryFile("client.mjs", client);
      const run = start([command, "--fixture", world, "--", process.execPath, program]);
      const { code, stderr, stdout } = await run.ended;
      expect(`${code} ${stderr}${stdout}`).toMatch(/^4 /);
      expect(stderr).toContain(
        "The sandbox itself failed, so this run proves nothing: POST /v1/workflows/broken was answered 500. " +
          "The fixture has an invalid request schema for this workflow: ",
      );
    },
  );
});
