import { expect } from "vitest";

import { ids } from "../../../support/world.ts";
import type { ClientWorld } from "./client-world.ts";
import type { Row } from "./row.ts";
import { answered, record, rejected } from "./row.ts";

/** Events, explanations, coverage, assumptions and the sandbox headers of the emulated API. */
export const explanation: readonly Row[] = [
  {
    call: "GET W/events",
    method: "events.list",
    promise: "requests, transitions, mail and clock, in order, each with a cursor; ?after= one",
    async keeps(world) {
      await live(world);
      const { events } = world.workspace;
      const all = (await events.list()).data;
      expect(all.map(({ type }) => type)).toEqual(wholeLife);
      expect(all.map(({ cursor }) => cursor)).toEqual(wholeLife.map((_, index) => index + 1));
      expect(Object.keys(all[0] ?? {}).toSorted()).toEqual(["at", "cursor", "data", "type"]);
      expect((await events.list(2)).data).toEqual(all.slice(2));
      const { data, meta } = await events.list(0, { limit: 1 });
      expect([data, meta.total]).toEqual([all.slice(0, 1), wholeLife.length]);
      await rejected(422, events.list(-1), /after/);
    },
  },
  {
    call: "GET W/events",
    method: "events.stream",
    promise: "Accept: text/event-stream is live, and begins with the events after the cursor",
    local: true,
    async keeps({ workspace }) {
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
    call: "POST W/explain",
    method: "explain",
    promise: "what a request would be answered, by which rules and why, changing nothing",
    async keeps({ workspace }) {
      const path = `/v1/leads/${ids.foreignLead}`;
      const shown = await workspace.explain({ method: "GET", path, apiKeyId: "HPkeySbx" });
      expect(shown).toMatchObject({
        status: 404,
        body: { message: "Not found" },
        reason: expect.stringMatching(/^[A-Z].*\.$/),
        record: { exists: true, firmIds: [ids.realtyFirm] },
      });
      expect(shown.rules.map(({ id }) => id)).toContain("auth.foreign-record");
      expect(Object.keys(shown.rules[0] ?? {})).toEqual(
        expect.arrayContaining(["id", "clause", "standing", "statement"]),
      );
      expect(await workspace.requests.count()).toBe(0);
    },
  },
  {
    call: "GET W/trial",
    method: "trial",
    promise: "the call that explore varies; null in other workspaces",
    async keeps({ workspace }) {
      expect(await workspace.trial()).toBeNull();
    },
  },
  {
    call: "GET W/next",
    method: "next",
    promise: "the announced interface of serve --next; null without one",
    async keeps({ workspace }) {
      expect(await workspace.next()).toBeNull();
    },
  },
  {
    call: "GET W/coverage",
    method: "coverage",
    promise: "which rules, operations and statuses the recorded traffic exercised",
    async keeps({ workspace, api }) {
      await api("GET", "/v1/leads");
      await api("GET", "/v1/leads?limit=x");
      const { operations, requests, rules, totals } = await workspace.coverage();
      const statuses = { 200: 1, 422: 1 };
      expect(operations.find(({ id }) => id === "get-leads")?.statuses).toEqual(statuses);
      const covered = [totals.operations.covered, totals.statuses.covered];
      expect([requests, ...covered]).toEqual([2, 1, 2]);
      expect(rules).toContainEqual(expect.objectContaining({ id: "list.limit", count: 1 }));
      expect(rules).toContainEqual(expect.objectContaining({ id: "lead.delete", count: 0 }));
    },
  },
  {
    call: "GET W/assumptions",
    method: "assumptions.get",
    promise: "the choice in force for every rule that has one",
    async keeps({ workspace, client }) {
      const rules = (await client.rules()).data;
      const byDefault = rules.flatMap(({ id, default: choice }) =>
        choice === undefined ? [] : [[id, choice]],
      );
      expect(await workspace.assumptions.get()).toEqual(Object.fromEntries(byDefault));
    },
  },
  {
    call: "PUT W/assumptions",
    method: "assumptions.set",
    promise: "{ ruleId: alternative }: in force from now on, the others as they were",
    async keeps({ workspace, api }) {
      const after = { ...(await workspace.assumptions.get()), "lead.delete": "204" };
      expect(await workspace.assumptions.set({ "lead.delete": "204" })).toEqual(after);
      expect((await api("DELETE", `/v1/leads/${ids.activeLead}`)).status).toBe(204);
    },
  },
  {
    call: "the answers",
    promise: "carry x-sandbox-request-id and x-sandbox-rules, the assumed ones marked",
    async keeps({ workspace, client, api }) {
      const reply = answered(422, await api("GET", "/v1/leads?limit=x"));
      const id = reply.headers.get("x-sandbox-request-id") ?? "";
      expect((await workspace.requests.get(id)).path).toBe("/v1/leads");
      const cited = reply.headers.get("x-sandbox-rules")?.split(", ") ?? [];
      expect(cited).toEqual(expect.arrayContaining(["list.limit;assumed", "error.envelope"]));
      const catalogue = (await client.rules()).data.map((rule) => rule.id);
      const ruleIds = cited.map((rule) => rule.replace(";assumed", ""));
      expect(catalogue).toEqual(expect.arrayContaining(ruleIds));
      const success = answered(200, await api("GET", "/v1/leads"));
      expect(success.headers.has("x-sandbox-reason")).toBe(false);
    },
  },
  {
    call: "the answers",
    promise: "of a refusal add x-sandbox-reason, and no body carries any of it",
    async keeps(world) {
      const replies = [
        await world.api("GET", "/v1/leads", { key: null }),
        await world.api("GET", "/v1/leads/NoLead00"),
        await world.api("GET", "/v1/nope"),
      ];
      for (const reply of replies) {
        expect(reply.headers.get("x-sandbox-reason")).toMatch(/^[A-Z].*\.$/);
        expect(Object.keys(record(reply, ""))).toEqual(["message"]);
        expect(reply.text).not.toContain(reply.headers.get("x-sandbox-request-id"));
      }
    },
  },
];

const wholeLife = [
  "lead.created",
  "staff.assigned",
  "mail.captured",
  "request",
  "client.signed-up",
  "lead.converted",
  "mail.captured",
  "clock.moved",
];

/** Creates a Lead, signs its client up, and advances the clock by an hour. */
async function live({ workspace, createLead }: ClientWorld): Promise<void> {
  const email = "why@example.com";
  await createLead({ email });
  await workspace.signUp({ email });
  await workspace.clock.advance("PT1H");
}
