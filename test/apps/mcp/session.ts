/** Three sessions of a coding agent. Each mends its client by nothing but what the answers say. */
import { expect } from "vitest";

import type { Json, JsonObject } from "../../../src/base/values/json.ts";
import type { Agent } from "./agent.ts";
import { agentAt, list, nextOf, object, string } from "./agent.ts";

/** Sends a request to the emulated API; the body is sent as JSON, a text as it is. */
export type Send = (request: {
  readonly url: string;
  readonly method: string;
  readonly key: string;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
}) => Promise<{ readonly status: number; readonly body: Json }>;

/** (a) Writes a client that creates a Lead. */
export async function sessionA(agent: Agent, send: Send): Promise<void> {
  const { workspace, env } = await agentAt(agent);
  const looked = await agent.call("look_up", { query: "POST /firms/{firmId}/leads" });
  const operation = object(looked.data["operation"]);
  const [method = "", path = ""] = string(operation["call"]).split(" ");
  const url = env["LEAD_API_URL"] + path.replace("{firmId}", env["LEAD_API_FIRM_ID"] ?? "");
  const key = env["LEAD_API_KEY"] ?? "";
  // The first draft of the client sends what came to its author's mind.
  const draft = { email: "nora@example.com", name: "Nora North" };
  expect((await send({ url, method, key, body: draft })).status).toBe(422);
  const { data } = await agent.call("explain", { workspace, request: "last" });
  const problems = Object.entries(object(object(data["answer"])["fields"]));
  const example = object(operation["example"]);
  const mended: Record<string, Json> = { ...draft };
  for (const [field, [problem]] of problems.map(([name, all]) => [name, list(all)] as const)) {
    if (object(problem)["code"] === "REQUIRED") mended[field] = example[field] ?? null;
    else delete mended[field];
  }
  expect((await send({ url, method, key, body: mended })).status).toBe(201);
  const happened = await agent.call("what_happened", { workspace });
  const [newest] = list(happened.data["events"]);
  expect(object(newest)).toMatchObject({ status: 201, operation: "post-leads-for-firm" });
}

/** (b) Brings about what its traffic had not met of one operation. */
export async function sessionB(agent: Agent, send: Send): Promise<void> {
  const { workspace, env } = await agentAt(agent);
  const url = `${env["LEAD_API_URL"]}/v1/firms/${env["LEAD_API_FIRM_ID"]}/leads`;
  const key = env["LEAD_API_KEY"] ?? "";
  const lead = { email: "a@example.com", firstName: "A", lastName: "B" };
  expect((await send({ url, method: "POST", key, body: lead })).status).toBe(201);
  const { data } = await agent.call("uncovered", { workspace });
  const missing = list(data["missing"]).map(object);
  for (const { status, call } of missing) {
    // oxlint-disable-next-line no-await-in-loop -- the world changes with each
    await meet({ agent, send, workspace, url, key, lead }, Number(status), call);
  }
  const after = await agent.call("uncovered", { workspace, operation: "post-leads-for-firm" });
  expect(after.data["missing"]).toStrictEqual([]);
}

interface Meeting {
  readonly agent: Agent;
  readonly send: Send;
  readonly workspace: string;
  readonly url: string;
  readonly key: string;
  readonly lead: JsonObject;
}

/** Carries out the way to a status that `uncovered` names. */
async function meet(
  { agent, send, workspace, url, key, lead }: Meeting,
  status: number,
  call: Json | undefined,
): Promise<void> {
  const proposed = call === undefined ? null : object(call);
  const made =
    proposed === null
      ? null
      : await agent.call(string(proposed["tool"]), object(proposed["arguments"]));
  const issued = made === null ? {} : object(made.data["result"]);
  const newKey = typeof issued["key"] === "string" ? issued["key"] : key;
  if (status === 401) {
    await agent.call("act", { workspace, action: "revoke_key", apiKeyId: string(issued["id"]) });
  }
  const sent: Readonly<Record<number, Partial<Parameters<Send>[0]>>> = {
    400: { body: "not JSON" },
    404: { url: url.replace(/firms\/\w+/, "firms/N0where1") },
    422: { body: { ...lead, unheard_of: 1 } },
    413: { body: `"${"x".repeat(1024 * 1024)}"` },
    415: { headers: { "content-encoding": "gzip" } },
  };
  const request = { url, method: "POST", key: newKey, body: lead, ...sent[status] };
  const first = await send(request);
  if (first.status === status) return;
  expect((await send(request)).status, `${status}`).toBe(status);
}

/** (c) Finds out why a client fails: a planned fault, then its quota. */
export async function sessionC(agent: Agent, send: Send): Promise<void> {
  const { workspace, env } = await agentAt(agent, { quotaPerHour: 2 });
  const request = {
    url: `${env["LEAD_API_URL"]}/v1/leads?limit=1`,
    method: "GET",
    key: env["LEAD_API_KEY"] ?? "",
  };
  const fault = { workspace, action: "plan_fault", status: 503, times: 1 };
  await agent.call("act", fault);
  expect((await send(request)).status).toBe(503);
  const faulty = await agent.call("explain", { workspace, request: "last_refused" });
  expect(string(faulty.data["reason"])).toContain("planned fault");
  const statuses: number[] = [];
  while (!statuses.includes(429) && statuses.length < 5) {
    // oxlint-disable-next-line no-await-in-loop -- until the quota is used
    statuses.push((await send(request)).status);
  }
  const limited = await agent.call("explain", { workspace, request: "last" });
  expect(limited.data["status"]).toBe(429);
  const [wait = { tool: "", arguments: {} }] = nextOf(limited);
  await agent.call(wait.tool, wait.arguments);
  expect((await send(request)).status).toBe(200);
}
