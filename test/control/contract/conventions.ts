import { expect } from "vitest";

import { controlOperations } from "../../../src/control/operations.ts";
import { at, column, text } from "../../support/reply.ts";
import { ids, monday } from "../../support/world.ts";
import { newFilledWorld, sendRaw } from "../paths.ts";
import type { Row } from "./row.ts";
import { answered, asked, isoTime, later, list, namesAt, refused } from "./row.ts";

const health = "http://127.0.0.1:4610/_sandbox/health";

/** Every list of a workspace. */
const lists = [
  "/snapshots",
  "/api-keys",
  "/leads",
  "/emails",
  "/quotas",
  "/faults",
  "/requests",
  "/requests/wait?timeoutMs=0",
  "/events",
];

const timeNames = /(?:At|^at|^now|Time)$/;

/** Conventions of all calls. */
export const conventions: readonly Row[] = [
  {
    call: "paths",
    promise: "each path of a workspace exists twice, and without an id it is the default one's",
    local: true,
    async keeps(world) {
      await world.server("PUT", "/clock", { mode: "frozen" });
      const paths = controlOperations
        .filter(({ level, method }) => level === "workspace" && method === "GET")
        .filter(({ path }) => !/\{|wait|clock/.test(path))
        .map(({ path }) => path);
      expect(paths.length).toBeGreaterThan(10);
      for (const path of paths) {
        // oxlint-disable-next-line no-await-in-loop -- one pair at a time, so that a difference names its path
        const [short, long] = await Promise.all([
          world.server("GET", path),
          world.server("GET", `/workspaces/default${path}`),
        ]);
        expect(`${path} ${short.status} ${short.text}`).toBe(`${path} 200 ${long.text}`);
      }
    },
  },
  {
    call: "bodies",
    promise: "are JSON, and a call with a body needs content-type: application/json",
    async keeps(world) {
      const path = `/_sandbox/workspaces/${world.id}/snapshots`;
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/xml"]) {
        // oxlint-disable-next-line no-await-in-loop -- one type at a time
        const reply = await sendRaw(world, "POST", path, '{"name":"plain"}', type);
        expect(text(refused(422, reply), "hint")).toContain("application/json");
      }
      expect(list(await world.control("GET", "/snapshots"))).toEqual([]);
      answered(201, await sendRaw(world, "POST", path, '{"name":"json"}', "application/json"));
    },
  },
  {
    call: "lists",
    promise: "are { data: [...], meta: { total, count, offset, limit } }",
    async keeps() {
      const { world } = await newFilledWorld();
      const replies = await Promise.all([
        ...lists.map((path) => world.control("GET", path)),
        world.server("GET", "/workspaces"),
        world.server("GET", "/rules"),
      ]);
      for (const reply of replies) {
        answered(200, reply);
        expect(namesAt(reply, "")).toEqual(["data", "meta"]);
        expect(namesAt(reply, "meta")).toEqual(["count", "limit", "offset", "total"]);
        expect(at(reply, "meta.count")).toBe(list(reply).length);
        expect(list(reply).length).toBeGreaterThan(0);
      }
    },
  },
  {
    call: "times",
    promise: "are ISO 8601 in UTC with milliseconds",
    async keeps() {
      const { world } = await newFilledWorld();
      const paths = [...lists, "/clock", "/requests.har"];
      const replies = await Promise.all(paths.map((path) => world.control("GET", path)));
      const times = replies.flatMap((reply) => timesIn(reply.json));
      expect(times.length).toBeGreaterThan(40);
      expect(times.filter((time) => !isoTime.test(time))).toEqual([]);
    },
  },
  {
    call: "durations",
    promise: "are ISO 8601 or integer milliseconds",
    async keeps(world) {
      const steps = [
        ["PT1H", 3_600_000],
        ["P1DT30M", 88_200_000],
        ["PT0.5S", 500],
        [1, 1],
      ] as const;
      let now = monday;
      for (const [by, ms] of steps) {
        now = later(now, ms);
        // oxlint-disable-next-line no-await-in-loop -- each step starts where the previous one ended
        const reply = answered(200, await world.control("POST", "/clock/advance", { by }));
        expect(text(reply, "data.now")).toBe(now);
      }
      const path = `/quotas/${world.keyIds.partner}/use`;
      for (const over of [-1, 1.5, true]) {
        // oxlint-disable-next-line no-await-in-loop -- one refusal at a time
        refused(422, await world.control("POST", path, { count: 1, over }), /over/);
      }
      for (const over of ["1h", "PT", "P1M", "3600000", ""]) {
        // oxlint-disable-next-line no-await-in-loop -- one refusal at a time
        const reply = refused(422, await world.control("POST", path, { count: 1, over }), /over/);
        expect(text(reply, "fields.over.0.message")).toContain("PT1H");
      }
    },
  },
  {
    call: "refusals",
    promise:
      "are { message, fields?, hint? }: 404, 409 and 422 state the problem and the next step",
    async keeps(world) {
      const unknown = refused(404, await world.control("GET", "/leads/NoSuchLd"), /NoSuchLd/);
      expect(text(unknown, "hint")).toContain("GET leads");
      const archive = `/leads/${ids.archivedLead}/archive`;
      const conflict = refused(409, await world.control("POST", archive), /Archived/);
      expect(text(conflict, "hint")).toMatch(/reset/);
      const wrong = refused(422, await world.control("PUT", "/clock", { mode: "slow" }), /mode/);
      expect(at(wrong, "fields")).toEqual({
        mode: [{ code: expect.any(String), message: expect.stringContaining("frozen") }],
      });
      refused(404, await world.control("GET", "/no-such-call"), /no-such-call/);
      refused(404, await world.server("GET", "/workspaces/nobody/clock"), /nobody/);
    },
  },
  {
    call: "unknown keys",
    promise: "in a body or query are rejected, and never ignored as a filter",
    async keeps() {
      const { world } = await newFilledWorld();
      const before = await world.control("GET", "/emails");
      for (const path of ["/emails", "/requests", "/faults"]) {
        // oxlint-disable-next-line no-await-in-loop -- one call at a time
        refused(422, await world.control("DELETE", path, { to: "nobody@example.com" }), /to/);
        // oxlint-disable-next-line no-await-in-loop -- one call at a time
        refused(422, await world.control("DELETE", `${path}?to=nobody`), /to/);
      }
      refused(422, await world.control("GET", "/emails?recipient=a"), /recipient/);
      refused(422, await world.control("GET", "/requests/count?state=401"), /state/);
      expect((await world.control("GET", "/emails")).text).toBe(before.text);
      expect(list(await world.control("GET", "/requests"))).toHaveLength(1);
      expect(list(await world.control("GET", "/faults"))).toHaveLength(1);
    },
  },
  {
    call: "the plane",
    promise: "is never metered, never faulted, never in the partner journal",
    async keeps(world) {
      await world.control("PUT", `/quotas/${world.keyIds.partner}`, { quotaPerHour: 1 });
      await world.control("POST", "/faults", { then: { status: 503 } });
      answered(503, await world.api("GET", "/v1/leads"));
      for (let call = 0; call < 3; call += 1) {
        // oxlint-disable-next-line no-await-in-loop -- requests are counted in order
        answered(200, await world.api("GET", `/_sandbox/workspaces/${world.id}/leads`));
      }
      expect(column(await world.control("GET", "/requests"), "path")).toEqual(["/v1/leads"]);
      const quotas = await world.control("GET", "/quotas");
      expect(column(quotas, "usedLastHour")).toEqual([0, 0, 0, 0]);
    },
  },
  ...["https://evil.example", "http://127.0.0.1:9", "null"].map(foreignOrigin),
  ...["evil.example", "127.0.0.1.evil.example", "localhost.evil.example"].map(publicHost),
  ...["10.1.2.3", "[::1]", "sandbox", "a.localhost", "host.docker.internal", "mac.local"].map(
    safeHost,
  ),
  {
    call: "the guard",
    promise: "200 for a Host that LEAD_SANDBOX_ALLOW_HOSTS names",
    local: true,
    async keeps() {
      const options = { allowHosts: ["ci.example"] };
      answered(200, await asked("http://ci.example/_sandbox/health", {}, options));
    },
  },
  {
    call: "the guard",
    promise: "needs Authorization: Bearer with LEAD_SANDBOX_CONTROL_TOKEN, where that is set",
    local: true,
    async keeps() {
      const options = { controlToken: "s3cret" };
      const headers = { authorization: "Bearer s3cret" };
      refused(401, await asked(health, {}, options), /token/);
      answered(200, await asked(health, { headers }, options));
    },
  },
];

function foreignOrigin(origin: string): Row {
  return {
    call: "the guard",
    promise: `403 for a request that carries the foreign Origin ${origin}`,
    async keeps() {
      refused(403, await asked(health, { headers: { origin } }), new RegExp(origin));
    },
  };
}

function publicHost(host: string): Row {
  return {
    call: "the guard",
    promise: `403 for the Host ${host}, which a public page could rebind`,
    async keeps() {
      const reply = await asked(`http://${host}/_sandbox/health`);
      expect(text(refused(403, reply), "hint")).toContain("LEAD_SANDBOX_ALLOW_HOSTS");
    },
  };
}

function safeHost(host: string): Row {
  return {
    call: "the guard",
    promise: `200 for the Host ${host}`,
    async keeps() {
      answered(200, await asked(`http://${host}/_sandbox/health`));
    },
  };
}

/** All values of time fields in a JSON document. */
function timesIn(value: unknown, name = ""): readonly string[] {
  if (typeof value === "string") return timeNames.test(name) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => timesIn(part, key));
}
