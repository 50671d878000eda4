import { describe, expect, it } from "vitest";

import { isJsonObject } from "../../../../src/base/values/json.ts";
import { servedEdge } from "../../../../src/harness/next/edge/served-edge.ts";
import { edgeOf } from "../../../../src/server/sandbox/edge.ts";
import { openSandbox } from "../../../../src/server/sandbox/sandbox.ts";
import type { SandboxWatch } from "../../../../src/server/sandbox/sandbox.ts";
import { announced } from "../documents.ts";

const key = "11111111-1111-4111-8111-111111111111";
const from = Date.parse("2027-03-01T00:00:00Z");
const v2 = `
- field-renamed:Lead.phone→phoneNumber
- field-required:Lead.referralCode
- status:201→200
- base-path:/v1→/v2
- auth:header.X-API-Key→header.Authorization
- moved:"GET /leads/{leadId}"→"GET /people/{personId}"
- method:"/leads/{leadId}":PATCH→PUT
- parameter-renamed:query.limit→pageSize
- maybe-null:answer.Lead.email
`;

/** A sandbox behind the interface that a list announces. */
function opened(list: string, since: number | null = null, watch: SandboxWatch = {}) {
  const edge = edgeOf(servedEdge(announced(list), since));
  const sandbox = openSandbox({ logLevel: "silent" }, { edge, ...watch });
  const send = async (method: string, path: string, headers = today, body?: object | string) => {
    const text = typeof body === "object" ? JSON.stringify(body) : body;
    const type = text === undefined ? {} : { "content-type": "application/json" };
    const response = await sandbox.fetch(
      new Request(`http://127.0.0.1${path}`, {
        method,
        headers: { ...type, ...headers },
        ...(text === undefined ? {} : { body: text }),
      }),
    );
    const content = await response.text();
    const json: unknown = content.startsWith("{") ? JSON.parse(content) : null;
    return { status: response.status, headers: response.headers, text: content, json };
  };
  return { sandbox, send };
}

const today: Readonly<Record<string, string>> = { "x-api-key": key };
const later: Readonly<Record<string, string>> = { authorization: `Bearer ${key}` };
const leads = "/firms/Harb0rPt/leads";
const phone = "4165550101";
const others = { email: "nora@example.com", firstName: "Nora", lastName: "North" };
const leadCreate = { ...others, phone };
const next = { ...others, phoneNumber: phone, referralCode: "x" };

describe("a sandbox behind the next interface", () => {
  it.each([
    ["reads at the new path", "GET", "/v2/people/LeadHPa1", undefined, 200],
    ["answers HEAD there", "HEAD", "/v2/people/LeadHPa1", undefined, 200],
    ["creates with new fields and the new status", "POST", `/v2${leads}`, next, 200],
    ["changes by the new method", "PUT", "/v2/leads/LeadHPa1", { firstName: "Adele" }, 200],
    ["lists by the new parameter", "GET", `/v2${leads}?pageSize=1`, undefined, 200],
    ["refuses the old path", "GET", "/v1/leads/LeadHPa1", undefined, 404],
    ["refuses the old path without a version", "GET", "/leads/LeadHPa1", undefined, 404],
    ["refuses the old path below the new base path", "GET", "/v2/leads/LeadHPa1", undefined, 404],
    ["refuses a missing field", "POST", `/v2${leads}`, { ...next, referralCode: undefined }, 422],
    ["refuses an old field", "POST", `/v2${leads}`, { ...next, phone }, 422],
    ["answers an unknown path as before", "GET", "/v2/nothing", undefined, 404],
    ["keeps a body that is not JSON", "POST", `/v2${leads}`, "{", 422],
  ])("%s", async (_title, method, path, body, status) => {
    const { send } = opened(v2);
    const answer = await send(method, path, later, body);
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
  });

  it("answers with new names, and keeps what is new in requests to itself", async () => {
    const { sandbox, send } = opened(v2);
    const { json } = await send("POST", `/v2${leads}`, later, next);
    expect(json).toMatchObject({ data: { phoneNumber: { number: "4165550101" } } });
    expect(JSON.stringify(json)).not.toContain('referralCode"');
    expect(sandbox.workspace().store().leads.all().at(-1)).toMatchObject({
      phone: { number: "4165550101" },
    });
  });

  it("requires the key in its new place, and finds the workspace by it", async () => {
    const { sandbox, send } = opened(v2);
    expect((await send("GET", "/v2/people/LeadHPa1", today)).status).toBe(401);
    const created = await send("POST", "/_sandbox/workspaces", {}, { fixture: "default" });
    const [own] = JSON.stringify(created.json).match(/[\da-f]{8}-[\da-f-]{27}/) ?? [""];
    const headers = { authorization: `Bearer ${own}` };
    expect((await send("GET", `/v2${leads}`, headers)).status).toBe(200);
    expect(sandbox.workspace().journal.entries()).toHaveLength(1);
  });

  it("refuses an unknown key before what the next interface refuses (5.4)", async () => {
    const { send } = opened(v2);
    const headers = { authorization: "Bearer 99999999-9999-4999-8999-999999999999" };
    expect((await send("POST", `/v2${leads}`, headers, {})).status).toBe(401);
    expect((await send("POST", `/v2${leads}`, { authorization: "é" }, {})).status).toBe(401);
  });

  it("puts the answer of a planned fault into the next form", async () => {
    const { send } = opened("- answer-type:5xx:application/json→application/problem+json");
    const fault = { match: { operationId: "get-lead" }, then: { status: 503 } };
    expect((await send("POST", "/_sandbox/faults", {}, fault)).status).toBe(201);
    const { headers } = await send("GET", "/v1/leads/LeadHPa1");
    expect(headers.get("content-type")).toBe("application/problem+json");
  });

  it("answers a POST that becomes a GET", async () => {
    const { send } = opened('- method:"/leads/{leadId}":GET→POST');
    expect((await send("POST", "/v1/leads/LeadHPa1", today, {})).status).toBe(200);
    expect((await send("GET", "/v1/leads/LeadHPa1")).status).toBe(405);
  });

  it("keeps the version that a request has", async () => {
    const { send } = opened('- moved:"GET /leads/{leadId}"→"GET /people/{id}"');
    expect((await send("GET", "/v1/people/LeadHPa1")).status).toBe(200);
    expect((await send("GET", "/people/LeadHPa1")).status).toBe(200);
    expect((await send("GET", "/v9/people/LeadHPa1")).status).toBe(404);
    await send("PUT", "/_sandbox/assumptions", {}, { "http.version-prefix": "required" });
    expect((await send("GET", "/people/LeadHPa1")).status).toBe(404);
  });

  it("changes nothing for an empty list", async () => {
    const { send } = opened("[]");
    expect((await send("POST", `/v1${leads}`, today, leadCreate)).status).toBe(201);
    expect((await send("GET", "/v1/nothing")).status).toBe(404);
  });

  it("drops or refuses an unknown field as the workspace chose (rule lead.unknown-field)", async () => {
    const { send } = opened("- field-removed:request.Lead.phone");
    expect((await send("POST", `/v1${leads}`, today, leadCreate)).status).toBe(422);
    await send("PUT", "/_sandbox/assumptions", {}, { "lead.unknown-field": "ignored" });
    expect(await send("POST", `/v1${leads}`, today, leadCreate)).toMatchObject({
      status: 201,
      json: { data: { phone: null } },
    });
  });
});

describe("the journal behind the next interface", () => {
  it("has requests as sent, their answers as received, and the changes that they met", async () => {
    const { send } = opened(v2);
    await send("POST", `/v2${leads}?a=1`, later, next);
    await send("GET", "/v1/leads/LeadHPa1", today);
    const { json } = await send("GET", "/_sandbox/requests");
    expect(json).toMatchObject({
      data: [
        {
          path: "/v1/leads/LeadHPa1",
          status: 404,
          changes: [expect.any(String), expect.any(String)],
        },
        {
          method: "POST",
          path: `/v2${leads}`,
          query: "a=1",
          status: 200,
          operationId: "post-leads-for-firm",
          changes: expect.arrayContaining([
            "status:201→200",
            "field-renamed:Lead.phone→phoneNumber",
          ]),
          request: { body: JSON.stringify(next), headers: { authorization: "Bear…redacted" } },
          response: { body: expect.stringContaining("phoneNumber") },
        },
      ],
    });
    const { text } = await send("GET", "/_sandbox/requests.har");
    expect(text.match(/"_changes":\[/g)).toHaveLength(2);
  });

  it("has no changes of a request that met none", async () => {
    const { send } = opened("- default:query.limit=10");
    await send("GET", "/v1/leads/LeadHPa1");
    const { json } = await send("GET", "/_sandbox/requests");
    const entries = isJsonObject(json) ? json["data"] : null;
    expect(entries).toMatchObject([{ status: 200 }]);
    expect(JSON.stringify(json)).not.toContain("changes");
  });
});

describe("the moment of the next interface", () => {
  it("is compared with the workspace's clock at each request, also after a reset", async () => {
    const { send } = opened("- status:201→200", from);
    const create = async () => {
      const email = `${crypto.randomUUID()}@example.com`;
      return (await send("POST", `/v1${leads}`, today, { ...leadCreate, email })).status;
    };
    const clock = (change: object) => send("PUT", "/_sandbox/clock", {}, change);
    const shown = async () => (await send("GET", "/_sandbox/next")).json;
    const changes = ["status:201→200"];
    await clock({ mode: "frozen", now: "2027-02-28T23:59:59.999Z" });
    expect(await create()).toBe(201);
    expect(await shown()).toEqual({
      data: { from: "2027-03-01T00:00:00.000Z", inForce: false, changes },
    });
    await clock({ mode: "frozen", now: "2027-03-01T00:00:00Z" });
    expect(await create()).toBe(200);
    expect(await shown()).toMatchObject({ data: { inForce: true, changes } });
    await send("POST", "/_sandbox/reset", {}, {});
    await clock({ mode: "system" });
    expect(await create()).toBe(201);
  });

  it("is null in GET W/next of a sandbox without one, and leaves the OpenAPI document", async () => {
    const plain = openSandbox({ logLevel: "silent" });
    const get = async (sandbox: Pick<typeof plain, "fetch">, path: string) =>
      (await sandbox.fetch(new Request(`http://127.0.0.1/_sandbox/${path}`))).json();
    expect(await get(plain, "next")).toEqual({ data: null });
    const { sandbox } = opened(v2);
    expect(await get(sandbox, "spec/openapi.json")).toEqual(await get(plain, "spec/openapi.json"));
    expect(await get(sandbox, "next")).toMatchObject({ data: { from: null, inForce: true } });
  });
});
