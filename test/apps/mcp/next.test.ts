import { expect, it } from "vitest";

import type { JsonObject } from "../../../src/base/values/json.ts";
import { newSandbox } from "../../support/sandbox.ts";
import type { Next } from "./agent.ts";
import { agentAt, agentOf, nextOf } from "./agent.ts";
import { wrongCalls } from "./wrong-calls.ts";

it("every call that an answer or an error proposes succeeds as it stands", async () => {
  const sandbox = newSandbox();
  const agent = await agentOf(sandbox);
  const { workspace, env } = await agentAt(agent, { quotaPerHour: 20 });
  const request = async (
    method: string,
    path: string,
    key?: string,
    body?: object,
  ): Promise<string> => {
    const answer = await sandbox.fetch(
      new Request(`${env["LEAD_API_URL"]}${path}`, {
        method,
        headers: {
          "content-type": "application/json",
          ...(key === undefined ? {} : { "x-api-key": key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    return answer.headers.get("x-sandbox-request-id") ?? "";
  };
  const key = env["LEAD_API_KEY"];
  const leads = `/v1/firms/${env["LEAD_API_FIRM_ID"]}/leads`;
  const lead = { email: "a@example.com", firstName: "A", lastName: "B" };
  const sent = [
    await request("POST", leads, key, lead),
    await request("POST", leads, key, lead),
    await request("POST", leads, key, { email: 1 }),
    await request("GET", "/v1/leads/N0where1", key),
    await request("GET", "/v1/firms", key),
    await request("GET", "/v2/nothing", key),
  ];
  const act = (given: JsonObject) => ["act", { workspace, ...given }] as const;
  await agent.call(...act({ action: "plan_fault", status: 500, times: 1 }));
  sent.push(await request("GET", "/v1/leads", key));
  await agent.call(
    ...act({ action: "use_quota", apiKeyId: env["LEAD_API_KEY_ID"] ?? "", count: 20 }),
  );
  sent.push(await request("GET", "/v1/leads", key));
  const calls: (readonly [string, JsonObject])[] = [
    ["new_workspace", {}],
    ...sent.map((id) => ["explain", { workspace, request: id }] as const),
    ["explain", { workspace, request: "last_refused" }],
    ["explain", { workspace, method: "GET", path: "/v1/leads", apiKeyId: "HPkeySbx" }],
    ["what_happened", { workspace }],
    ["what_happened", { workspace, only: "refused" }],
    ["what_happened", { workspace, cursor: 0, maxChars: 1_000 }],
    ...["statuses", "transitions", "rules"].map(
      (kind) => ["uncovered", { workspace, kind, maxChars: 1_000 }] as const,
    ),
    ["uncovered", { workspace, operation: "get-firms" }],
    ["look_up", { query: "lead.unique" }],
    ["look_up", { query: "post-leads", maxChars: 1_000 }],
    ["look_up", { query: "zzz" }],
    ...["leads", "mails", "keys", "quotas", "faults", "clock", "assumptions", "trial"].map(
      (what) => ["show", { workspace, what, maxChars: 1_000 }] as const,
    ),
    act({ action: "sign_up", email: "b@example.com" }),
    act({ action: "run_time" }),
    ...wrongCalls(workspace),
  ];
  const proposed = new Map<string, Next>();
  for (const [tool, given] of calls) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    const answer = await agent.call(tool, given);
    for (const next of nextOf(answer)) proposed.set(JSON.stringify(next), next);
  }
  expect(proposed.size).toBeGreaterThan(20);
  // Calls that the journal answers need a request in it.
  await request("GET", "/v1/nothing", key);
  for (const next of proposed.values()) {
    const { request: id } = next.arguments;
    if (typeof id === "string" && sent.includes(id)) continue;
    // oxlint-disable-next-line no-await-in-loop -- in this order
    const answer = await agent.call(next.tool, next.arguments);
    expect(answer.isError, `${JSON.stringify(next)}: ${answer.text}`).toBe(false);
    for (const further of nextOf(answer)) {
      // oxlint-disable-next-line no-await-in-loop -- in this order
      const { isError, text } = await agent.call(further.tool, further.arguments);
      expect(isError, `${JSON.stringify(further)}: ${text}`).toBe(false);
    }
  }
});
