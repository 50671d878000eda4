/** Answers stay short, whatever the world holds. */
import { expect, it } from "vitest";

import type { JsonObject } from "../../src/values/json.ts";
import { newSandbox } from "../support/sandbox.ts";
import { agentAt, agentOf, nextOf } from "./agent.ts";

const leads = 1_500;
const requests = 10_000;
const wide = 'Wörld 🌍 "quoted" \\ <tag> '.repeat(4).trim();

it("every answer is at most 4,000 characters with 10,000 requests, and its next calls succeed", async () => {
  const sandbox = newSandbox();
  const agent = await agentOf(sandbox);
  const { workspace, env } = await agentAt(agent, { label: wide });
  const send = async (method: string, path: string, body?: JsonObject): Promise<Response> =>
    sandbox.fetch(
      new Request(`${env["LEAD_API_URL"]}${path}`, {
        method,
        headers: { "x-api-key": env["LEAD_API_KEY"] ?? "", "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  await agent.call("act", {
    workspace,
    action: "set_quota",
    apiKeyId: env["LEAD_API_KEY_ID"] ?? "",
    quotaPerHour: null,
  });
  let last = "";
  for (let at = 0; at < requests; at += 1) {
    const sending =
      at < leads
        ? send("POST", `/v1/firms/${env["LEAD_API_FIRM_ID"]}/leads`, {
            email: `a${at}-${"x".repeat(50)}@example.com`,
            firstName: wide.slice(0, 50),
            lastName: wide.slice(0, 50),
          })
        : send("GET", `/v1/leads?limit=1&offset=${at}&${"q".repeat(300)}=${at}`);
    // oxlint-disable-next-line no-await-in-loop -- in this order
    const answer = await sending;
    if (answer.status === 201) last = answer.headers.get("x-sandbox-request-id") ?? "";
  }
  expect(last).not.toBe("");
  const calls: readonly (readonly [string, JsonObject])[] = [
    ["new_workspace", { label: wide }],
    ...["leads", "mails", "keys", "quotas", "faults", "clock", "assumptions", "trial"].map(
      (what) => ["show", { workspace, what }] as const,
    ),
    ["show", { workspace, what: "leads", search: "a1" }],
    ["what_happened", { workspace }],
    ["what_happened", { workspace, cursor: 0 }],
    ["what_happened", { workspace, only: "refused" }],
    ["explain", { workspace, request: last }],
    ["explain", { workspace, request: "last" }],
    ["look_up", { query: "lead", limit: 50 }],
    ["look_up", { query: "POST /firms/{firmId}/leads" }],
    ...["statuses", "transitions", "rules"].map(
      (kind) => ["uncovered", { workspace, kind }] as const,
    ),
    ["act", { workspace, action: "run_time" }],
  ];
  for (const [tool, given] of calls) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    const { text, isError, ...answer } = await agent.call(tool, given);
    const what = `${tool} ${JSON.stringify(given)}: ${text.slice(0, 200)}`;
    expect({ what, isError }).toStrictEqual({ what, isError: false });
    expect({ what, isShort: text.length <= 4_000 }).toStrictEqual({ what, isShort: true });
    for (const next of nextOf(answer)) {
      const max = Number(next.arguments["maxChars"] ?? 4_000);
      // oxlint-disable-next-line no-await-in-loop -- in this order
      const further = await agent.call(next.tool, next.arguments);
      const proposed = `${JSON.stringify(next)}: ${further.text.slice(0, 200)}`;
      expect({ proposed, isError: further.isError }).toStrictEqual({ proposed, isError: false });
      expect(further.text.length).toBeLessThanOrEqual(max);
    }
  }
});
