import { expect } from "vitest";

import { readConfig } from "../../../src/settings/config.ts";
import { at, column, text } from "../../support/reply.ts";
import { newTarget } from "../../support/target.ts";
import type { World } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";
import { tellAll } from "../paths.ts";
import type { Row } from "./row.ts";
import { answered, list, namesAt, record, refused } from "./row.ts";

const firmLeads = `/v1/firms/${ids.partnerFirm}/leads`;
const person = { email: "why@example.com", firstName: "Why", lastName: "Not" };

/** Events, explanations, coverage, assumptions and the sandbox headers of the emulated API. */
export const explanation: readonly Row[] = [
  {
    call: "GET W/events",
    promise: "requests, transitions, mail and clock, in order, each with a cursor",
    async keeps(world) {
      await live(world);
      const reply = answered(200, await world.control("GET", "/events"));
      const types = column(reply, "type");
      expect(types).toEqual(wholeLife);
      expect(column(reply, "cursor")).toEqual(types.map((_, index) => index + 1));
      expect(namesAt(reply, "data.0")).toEqual(["at", "cursor", "data", "type"]);
    },
  },
  {
    call: "GET W/events",
    promise: "?after= returns only events after that cursor",
    async keeps(world) {
      await live(world);
      const reply = answered(200, await world.control("GET", "/events?after=2"));
      expect(column(reply, "type")).toEqual(wholeLife.slice(2));
      expect(list(await world.control("GET", `/events?after=${wholeLife.length}`))).toEqual([]);
      refused(422, await world.control("GET", "/events?after=-1"), /after/);
      refused(422, await world.control("GET", "/events?after=now"), /after/);
    },
  },
  {
    call: "GET W/events",
    promise: "Accept: text/event-stream is live, and begins with the events after the cursor",
    local: true,
    async keeps() {
      const target = newTarget();
      const control = (path: string, init: RequestInit = {}) =>
        target.fetch(new Request(`http://127.0.0.1/_sandbox${path}`, init));
      await control("/sign-ups", posted({ email: "one@example.com" }));
      const headers = { accept: "text/event-stream" };
      const stream = await control("/events?after=0", { headers });
      expect(stream.headers.get("content-type")).toBe("text/event-stream");
      const expected = readUntil(stream, "clock.moved");
      await control("/sign-ups", posted({ email: "two@example.com" }));
      await control("/clock/advance", posted({ by: 1 }));
      const messages = (await expected).split("\n\n").filter((message) => message.includes("id: "));
      expect(messages.map((message) => message.split("\n").slice(0, 2))).toEqual([
        ["id: 1", "event: client.signed-up"],
        ["id: 2", "event: client.signed-up"],
        ["id: 3", "event: clock.moved"],
      ]);
      expect(messages[0]).toContain("one@example.com");
    },
  },
  {
    call: "POST W/explain",
    promise:
      "{ method, path, headers?, body? }: what would be answered, by which rules, changing nothing",
    async keeps(world) {
      const before = await tellAll(world);
      const headers = { "x-api-key": world.keys.partner };
      const request = { method: "POST", path: firmLeads, headers, body: person };
      const reply = answered(200, await world.control("POST", "/explain", request));
      expect(await tellAll(world)).toBe(before);
      const real = await world.api("POST", firmLeads, { body: person });
      expect(at(reply, "data.status")).toBe(real.status);
      expect(at(reply, "data.body")).toEqual(real.json);
      const rules = real.headers.get("x-sandbox-rules")?.replaceAll(";assumed", "").split(", ");
      const explained = record(reply, "data.rules");
      expect(Object.values(explained).map(idOf)).toEqual(rules);
      expect(Object.keys(at(reply, "data.rules.0") ?? {})).toEqual(
        expect.arrayContaining(["id", "clause", "standing", "statement"]),
      );
    },
  },
  ...(
    [
      ["no key", { method: "GET", path: "/v1/leads", headers: {} }, 401],
      ["a path that there is not", { method: "GET", path: "/v1/nope" }, 404],
      ["a body that is wrong", { method: "POST", path: firmLeads, body: {} }, 422],
      ["a text as body", { method: "POST", path: firmLeads, body: "{" }, 422],
    ] as const
  ).map(explainedAs),
  {
    call: "GET W/trial",
    promise: "the call that explore varies; null in other workspaces",
    async keeps(world) {
      expect(at(answered(200, await world.control("GET", "/trial")), "data")).toBeNull();
    },
  },
  {
    call: "GET W/coverage",
    promise: "which rules, operations and statuses the recorded traffic exercised",
    async keeps(world) {
      const before = answered(200, await world.control("GET", "/coverage"));
      expect(at(before, "data.totals.operations.covered")).toBe(0);
      await world.api("GET", "/v1/leads");
      await world.api("GET", "/v1/leads?limit=x");
      const reply = await world.control("GET", "/coverage");
      const operations = Object.values(record(reply, "data.operations"));
      expect(operations).toContainEqual(
        expect.objectContaining({ id: "get-leads", statuses: { 200: 1, 422: 1 } }),
      );
      expect(at(reply, "data.totals.operations.covered")).toBe(1);
      expect(at(reply, "data.totals.statuses.covered")).toBe(2);
      const rules = Object.values(record(reply, "data.rules"));
      expect(rules).toContainEqual(expect.objectContaining({ id: "list.limit", count: 1 }));
      expect(rules).toContainEqual(expect.objectContaining({ id: "lead.delete", count: 0 }));
    },
  },
  {
    call: "GET W/assumptions",
    promise: "the choice in force for every rule that has one",
    async keeps(world) {
      const rules = await world.server("GET", "/rules");
      const chosen = list(rules).flatMap((_rule, index) => {
        const byDefault = at(rules, `data.${index}.default`);
        return byDefault === undefined ? [] : [[text(rules, `data.${index}.id`), byDefault]];
      });
      const reply = answered(200, await world.control("GET", "/assumptions"));
      expect(at(reply, "data")).toEqual(Object.fromEntries(chosen));
    },
  },
  {
    call: "PUT W/assumptions",
    promise: "{ ruleId: alternative }: in force from now on, the others as they were",
    async keeps(world) {
      const before = await world.control("GET", "/assumptions");
      const reply = await world.control("PUT", "/assumptions", { "lead.delete": "204" });
      const after = { ...record(before, "data"), "lead.delete": "204" };
      expect(at(answered(200, reply), "data")).toEqual(after);
      answered(204, await world.api("DELETE", `/v1/leads/${ids.activeLead}`));
      const wrong = { "lead.delete": "200", "quota.burst": "never" };
      refused(422, await world.control("PUT", "/assumptions", wrong), /quota\.burst/);
      expect(at(await world.control("GET", "/assumptions"), "data")).toEqual(after);
    },
  },
  {
    call: "the answers",
    promise: "carry x-sandbox-request-id and x-sandbox-rules, the assumed ones marked",
    async keeps(world) {
      const reply = answered(422, await world.api("GET", "/v1/leads?limit=x"));
      const id = reply.headers.get("x-sandbox-request-id") ?? "";
      const entry = answered(200, await world.control("GET", `/requests/${id}`));
      expect(text(entry, "data.path")).toBe("/v1/leads");
      const cited = reply.headers.get("x-sandbox-rules")?.split(", ") ?? [];
      expect(cited).toEqual(expect.arrayContaining(["list.limit;assumed", "error.envelope"]));
      const catalogue = column(await world.server("GET", "/rules"), "id");
      const ruleIds = cited.map((rule) => rule.replace(";assumed", ""));
      expect(catalogue).toEqual(expect.arrayContaining(ruleIds));
      const success = answered(200, await world.api("GET", "/v1/leads"));
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
  {
    call: "the answers",
    promise: "carry none of the three with LEAD_SANDBOX_HEADERS=off",
    local: true,
    async keeps() {
      const sandbox = readConfig({ environment: { LEAD_SANDBOX_HEADERS: "off" } });
      const world = await newWorld({ sandbox });
      const replies = [await world.api("GET", "/v1/leads"), await world.api("GET", "/v1/nope")];
      for (const reply of replies) {
        const names = [...reply.headers.keys()].filter((name) => name.startsWith("x-sandbox"));
        expect(names).toEqual([]);
      }
      const entries = answered(200, await world.control("GET", "/requests"));
      expect(at(entries, "data.1.rules")).toContain("lead.list-all;assumed");
    },
  },
];

function explainedAs([name, request, status]: readonly [string, object, number]): Row {
  return {
    call: "POST W/explain",
    promise: `says ${status} for ${name}, and why`,
    async keeps(world) {
      const described = { headers: { "x-api-key": world.keys.partner }, ...request };
      const reply = answered(200, await world.control("POST", "/explain", described));
      expect(at(reply, "data.status")).toBe(status);
      expect(record(reply, "data.body")).toHaveProperty("message");
      if (status !== 422) expect(text(reply, "data.reason")).toMatch(/^[A-Z].*\.$/);
    },
  };
}

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
async function live(world: World): Promise<void> {
  await world.createLead({ email: person.email });
  await world.control("POST", "/sign-ups", { email: person.email });
  await world.control("POST", "/clock/advance", { by: "PT1H" });
}

function posted(body: object): RequestInit {
  const headers = { "content-type": "application/json" };
  return { method: "POST", headers, body: JSON.stringify(body) };
}

/** Reads a stream up to `wanted`, and ignores the rest. */
async function readUntil({ body }: Response, wanted: string): Promise<string> {
  let read = "";
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    read += part;
    if (read.includes(wanted)) break;
  }
  return read;
}

function idOf(rule: unknown): unknown {
  return typeof rule === "object" && rule !== null ? Reflect.get(rule, "id") : null;
}
