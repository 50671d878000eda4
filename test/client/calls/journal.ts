import { expect } from "vitest";

import { ids } from "../../support/world.ts";
import type { Call } from "./call.ts";
import { dataOf } from "./call.ts";

/** Calls for the journal, for events, and for explanations of both. */
export const journalCalls: readonly Call[] = [
  {
    method: "requests.list",
    operation: "list-requests",
    does: "selects and pages, newest first",
    async shows({ workspace, api }) {
      await api("GET", "/v1/leads");
      await api("GET", "/v1/leads/NoLead00");
      const all = await dataOf(workspace.requests.list());
      expect(all.map(({ status }) => status)).toEqual([404, 200]);
      const query = { method: "GET", path: "/leads", status: 200, operationId: "get-leads" };
      const found = await workspace.requests.list({ ...query, apiKeyId: "HPkeySbx", limit: 1 });
      expect(found.data).toEqual([all[1]]);
    },
  },
  {
    method: "requests.get",
    operation: "get-request",
    does: "reads the one that an answer names",
    async shows({ workspace, api }) {
      const answer = await api("GET", "/v1/leads?limit=1");
      const id = answer.headers.get("x-sandbox-request-id") ?? "";
      const entry = await workspace.requests.get(id);
      expect(entry).toMatchObject({ id, path: "/v1/leads", query: "limit=1", status: 200 });
      expect(JSON.parse(entry.response.body ?? "")).toEqual(await answer.json());
    },
  },
  {
    method: "requests.count",
    operation: "count-requests",
    does: "counts those that match",
    async shows({ workspace, api }) {
      await api("GET", "/v1/leads");
      await api("GET", "/v1/nope");
      expect(await workspace.requests.count()).toBe(2);
      expect(await workspace.requests.count({ status: 404 })).toBe(1);
      expect(await workspace.requests.count({ status: 500 })).toBe(0);
    },
  },
  {
    method: "requests.standing",
    operation: "count-requests",
    does: "tells how much the journal keeps",
    async shows({ workspace, api }) {
      await api("GET", "/v1/leads");
      const { entries, bytes, dropped } = await workspace.requests.standing();
      expect([entries, dropped]).toEqual([1, 0]);
      expect(bytes).toBeGreaterThan(100);
    },
  },
  {
    method: "requests.waitFor",
    operation: "wait-for-requests",
    does: "answers once so many match, and is refused when they do not come",
    async shows({ workspace, api }) {
      const query = { path: "/leads", count: 2, timeoutMs: 60_000 };
      const waiting = workspace.requests.waitFor(query);
      await api("GET", "/v1/leads?limit=1");
      await api("GET", "/v1/leads?limit=2");
      expect((await waiting).map((entry) => entry.query)).toEqual(["limit=2", "limit=1"]);
      const none = workspace.requests.waitFor({ method: "DELETE", timeoutMs: 0 });
      await expect(none).rejects.toThrow("0 of 1 requests");
    },
  },
  {
    method: "requests.har",
    operation: "get-requests-har",
    does: "brings the journal as HAR",
    async shows({ workspace, api }) {
      await api("GET", "/v1/leads");
      const { log } = await workspace.requests.har();
      expect(log.version).toBe("1.2");
      expect(log.entries).toMatchObject([
        { request: { method: "GET" }, response: { status: 200 } },
      ]);
      const second = await api("GET", "/v1/leads?limit=1");
      const requestId = second.headers.get("x-sandbox-request-id") ?? "";
      const one = await workspace.requests.har({ requestId });
      expect(one.log.entries).toMatchObject([{ request: { queryString: [{ name: "limit" }] } }]);
    },
  },
  {
    method: "requests.http",
    operation: "get-requests-http",
    does: "brings the journal as requests to run",
    async shows({ workspace, api }) {
      await api("GET", "/v1/leads");
      const second = await api("GET", "/v1/leads?limit=1");
      const requestId = second.headers.get("x-sandbox-request-id") ?? "";
      const text = "GET {{baseUrl}}/v1/leads";
      expect(await workspace.requests.http()).toContain(`${text}\n`);
      const one = await workspace.requests.http({ requestId });
      expect(one.split("###")).toHaveLength(2);
      expect(one).toContain(`${text}?limit=1\n`);
      expect(one).toContain("\nx-api-key: {{key1}}\n");
    },
  },
  {
    method: "report",
    operation: "get-report",
    does: "brings the requests and the reasons of their answers as text",
    async shows({ workspace, api }) {
      await api("GET", "/v1/leads/NoSuchLd");
      expect(await workspace.report()).toContain("GET /v1/leads/NoSuchLd -> 404");
    },
  },
  {
    method: "requests.clear",
    operation: "forget-requests",
    does: "forgets it",
    async shows({ workspace, api }) {
      await api("GET", "/v1/leads");
      expect(await workspace.requests.clear()).toEqual({ forgotten: 1 });
      expect(await workspace.requests.count()).toBe(0);
    },
  },
  {
    method: "events.list",
    operation: "list-events",
    does: "tells what happened after a cursor",
    async shows({ workspace }) {
      await workspace.leads.archive(ids.activeLead);
      await workspace.clock.advance(1);
      const all = await dataOf(workspace.events.list());
      expect(all.map(({ type }) => type)).toEqual(["lead.archived", "clock.moved"]);
      expect(await dataOf(workspace.events.list(1))).toEqual(all.slice(1));
      const { data, meta } = await workspace.events.list(0, { limit: 1 });
      expect({ data, total: meta.total }).toEqual({ data: all.slice(0, 1), total: 2 });
    },
  },
  {
    method: "events.stream",
    operation: "list-events",
    does: "tells what happened and then what happens",
    async shows({ workspace }) {
      await workspace.leads.archive(ids.activeLead);
      const types: string[] = [];
      for await (const { type } of workspace.events.stream()) {
        types.push(type);
        if (type === "lead.archived") void workspace.clock.advance(1);
        if (type === "clock.moved") break;
      }
      expect(types).toEqual(["lead.archived", "clock.moved"]);
    },
  },
  {
    method: "explain",
    operation: "explain",
    does: "tells what a request would be answered, and changes nothing",
    async shows({ workspace }) {
      const path = `/v1/leads/${ids.foreignLead}`;
      const expected = await workspace.explain({ method: "GET", path, apiKeyId: "HPkeySbx" });
      expect(expected).toMatchObject({ status: 404, body: { message: "Not found" } });
      expect(expected.rules.map(({ id }) => id)).toContain("auth.foreign-record");
      expect(expected.record).toMatchObject({ exists: true, firmIds: [ids.realtyFirm] });
      expect(await workspace.requests.count()).toBe(0);
    },
  },
  {
    method: "trial",
    operation: "get-trial",
    does: "is null where nothing is varied",
    async shows({ workspace }) {
      expect(await workspace.trial()).toBeNull();
    },
  },
  {
    method: "coverage",
    operation: "get-coverage",
    does: "counts what the traffic exercised",
    async shows({ workspace, api }) {
      await api("GET", "/v1/leads");
      const { operations, requests, totals } = await workspace.coverage();
      expect([requests, totals.operations.covered]).toEqual([1, 1]);
      expect(operations.find(({ id }) => id === "get-leads")?.statuses).toEqual({ 200: 1 });
    },
  },
  {
    method: "assumptions.get",
    operation: "get-assumptions",
    does: "tells the choices in force",
    async shows({ workspace }) {
      expect(await workspace.assumptions.get()).toMatchObject({ "lead.delete": "200" });
    },
  },
  {
    method: "assumptions.set",
    operation: "put-assumptions",
    does: "switches a rule and leaves the others",
    async shows({ workspace, api }) {
      const before = await workspace.assumptions.get();
      const after = { ...before, "lead.delete": "204" };
      expect(await workspace.assumptions.set({ "lead.delete": "204" })).toEqual(after);
      expect((await api("DELETE", `/v1/leads/${ids.activeLead}`)).status).toBe(204);
    },
  },
  {
    method: "assumptions.choose",
    operation: "put-assumption",
    does: "switches one rule and answers that one",
    async shows({ workspace, api }) {
      const chosen = { rule: "lead.delete", before: "200", choice: "204" };
      expect(await workspace.assumptions.choose("lead.delete", "204")).toEqual(chosen);
      expect((await api("DELETE", `/v1/leads/${ids.activeLead}`)).status).toBe(204);
    },
  },
];
