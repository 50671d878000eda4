import { expect } from "vitest";

import type { World } from "../../../support/world.ts";
import { ids, monday } from "../../../support/world.ts";
import type { Row } from "./row.ts";
import { later, rejected } from "./row.ts";

/** The journal of requests to the emulated API; the tests in `test/server/control/requests` show its filters and waits. */
export const journal: readonly Row[] = [
  {
    call: "GET W/requests",
    method: "requests.list",
    promise: "newest first, each with all that was sent and answered",
    async keeps(world) {
      const { workspace, keyIds } = world;
      await threeRequests(world);
      const all = (await workspace.requests.list()).data;
      expect(all.map(({ method, status }) => [method, status])).toEqual([
        ["GET", 404],
        ["POST", 201],
        ["GET", 200],
      ]);
      const json = expect.objectContaining({ "content-type": "application/json" });
      expect(all[1]).toEqual({
        id: expect.stringMatching(/^req_/),
        at: later(monday, 60_000),
        method: "POST",
        path: `/v1/firms/${ids.partnerFirm}/leads`,
        query: "",
        status: 201,
        operationId: "post-leads-for-firm",
        durationMs: expect.any(Number),
        apiKeyId: keyIds.partner,
        surface: "partner-sandbox",
        rules: expect.arrayContaining(["lead.create.firm"]),
        request: { headers: json, body: expect.stringContaining("lead1@example.com") },
        response: { headers: json, body: expect.stringContaining('"deletedAt":null') },
      });
      expect(all[0]?.reason).toMatch(/no Lead|other/i);
      const query = { method: "GET", path: "/leads", status: 200, operationId: "get-leads" };
      const found = await workspace.requests.list({ ...query, apiKeyId: "HPkeySbx", limit: 1 });
      expect(found.data).toEqual([all[2]]);
    },
  },
  {
    call: "GET W/requests/{id}",
    method: "requests.get",
    promise: "the one that an answer names",
    async keeps({ workspace, api }) {
      const answer = await api("GET", "/v1/leads?limit=1");
      const id = answer.headers.get("x-sandbox-request-id") ?? "";
      const entry = await workspace.requests.get(id);
      expect(entry).toMatchObject({ id, path: "/v1/leads", query: "limit=1", status: 200 });
      expect(entry.response.body).toBe(answer.text);
    },
  },
  {
    call: "GET W/requests/count",
    method: "requests.count",
    promise: "the number of those that match",
    async keeps({ workspace, api }) {
      await api("GET", "/v1/leads");
      await api("GET", "/v1/nope");
      expect(await workspace.requests.count()).toBe(2);
      expect(await workspace.requests.count({ status: 404 })).toBe(1);
      expect(await workspace.requests.count({ status: 500 })).toBe(0);
    },
  },
  {
    call: "GET W/requests/count",
    method: "requests.standing",
    promise: "how much the journal keeps",
    async keeps({ workspace, api }) {
      await api("GET", "/v1/leads");
      const { entries, bytes, dropped } = await workspace.requests.standing();
      expect([entries, dropped]).toEqual([1, 0]);
      expect(bytes).toBeGreaterThan(100);
    },
  },
  {
    call: "GET W/requests/wait",
    method: "requests.waitFor",
    promise: "answers as soon as that many match, and is refused when they do not come",
    async keeps({ workspace, api }) {
      const waiting = workspace.requests.waitFor({ path: "/leads", count: 2, timeoutMs: 60_000 });
      await api("GET", "/v1/leads?limit=1");
      await api("GET", "/v1/leads?limit=2");
      expect((await waiting).map(({ query }) => query)).toEqual(["limit=2", "limit=1"]);
      const none = workspace.requests.waitFor({ method: "DELETE", timeoutMs: 0 });
      await rejected(404, none, /0 of 1 requests/);
    },
  },
  {
    call: "DELETE W/requests",
    method: "requests.clear",
    promise: "forgets them",
    async keeps({ workspace, api }) {
      await api("GET", "/v1/leads");
      expect(await workspace.requests.clear()).toEqual({ forgotten: 1 });
      expect(await workspace.requests.count()).toBe(0);
    },
  },
  {
    call: "GET W/requests.har",
    method: "requests.har",
    promise: "HAR 1.2, oldest first; ?requestId= one request",
    async keeps(world) {
      await threeRequests(world);
      const { har } = world.workspace.requests;
      const { log } = await har();
      expect(log.version).toBe("1.2");
      expect(log.entries).toMatchObject([
        { request: { method: "GET" }, response: { status: 200 } },
        { request: { method: "POST" }, response: { status: 201 } },
        { request: { method: "GET" }, response: { status: 404 } },
      ]);
      const second = await world.api("GET", "/v1/leads?limit=2");
      const requestId = second.headers.get("x-sandbox-request-id") ?? "";
      const one = await har({ requestId });
      expect(one.log.entries).toMatchObject([{ request: { queryString: [{ value: "2" }] } }]);
    },
  },
  {
    call: "GET W/requests.http",
    method: "requests.http",
    promise: "requests for the HTTP clients of editors, oldest first, with variables for keys",
    async keeps(world) {
      await threeRequests(world);
      const file = await world.workspace.requests.http();
      const [head = "", ...blocks] = file.split("\n\n###");
      expect(head).toMatch(/^@baseUrl = https?:\/\/\S+$/m);
      expect(head).toMatch(/^@key1 = PASTE-THE-KEY$/m);
      expect(blocks.map((block) => /^[A-Z]+ .*$/m.exec(block)?.[0])).toEqual([
        "GET {{baseUrl}}/v1/leads?limit=1",
        `POST {{baseUrl}}/v1/firms/${ids.partnerFirm}/leads`,
        "GET {{baseUrl}}/v1/leads/NoLead00",
      ]);
      expect(blocks[1]).toContain("\nx-api-key: {{key1}}\n");
      const second = await world.api("GET", "/v1/leads?limit=2");
      const requestId = second.headers.get("x-sandbox-request-id") ?? "";
      const one = await world.workspace.requests.http({ requestId });
      expect(one.match(/^GET .*$/gm)).toEqual(["GET {{baseUrl}}/v1/leads?limit=2"]);
    },
  },
];

/** Reads a list, then creates a Lead, then reads an unknown Lead, a minute apart. */
async function threeRequests({ api, control, createLead }: World): Promise<void> {
  await api("GET", "/v1/leads?limit=1");
  await control("POST", "/clock/advance", { by: "PT1M" });
  await createLead({ email: "lead1@example.com" });
  await control("POST", "/clock/advance", { by: "PT1M" });
  await api("GET", "/v1/leads/NoLead00");
}
