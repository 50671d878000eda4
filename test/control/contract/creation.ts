import { expect } from "vitest";

import { at, column, text } from "../../support/reply.ts";
import { monday } from "../../support/world.ts";
import { lifeOf } from "./life.ts";
import type { Row } from "./row.ts";
import { answered, later, list, namesAt, refused } from "./row.ts";

const call = "POST /_sandbox/workspaces";

/** The creation of workspaces. */
export const creation: readonly Row[] = [
  {
    call,
    promise:
      "201 { data: { variables, id, seed, fixture, label, owner, clock, firms } } with all that a client needs",
    async keeps(world) {
      const reply = answered(201, await world.server("POST", "/workspaces", { now: monday }));
      expect(namesAt(reply, "data")).toEqual([
        "clock",
        "firms",
        "fixture",
        "id",
        "label",
        "owner",
        "seed",
        "variables",
      ]);
      expect(namesAt(reply, "data.clock")).toEqual([
        "mode",
        "now",
        "offsetMs",
        "onRefusal",
        "rate",
      ]);
      const firm = "data.firms.0";
      expect(namesAt(reply, firm)).toEqual([
        "apiKeys",
        "firmMembers",
        "firmType",
        "id",
        "name",
        "referralCodes",
      ]);
      expect(namesAt(reply, `${firm}.firmMembers.0`)).toEqual(["email", "id", "isOwner"]);
      expect(namesAt(reply, `${firm}.referralCodes.0`)).toEqual(["id"]);
      expect(at(reply, `${firm}.apiKeys.0`)).toMatchObject({
        id: "HPkeySbx",
        key: expect.stringMatching(/^[0-9a-f-]{36}$/),
        roleType: "Partner",
        environment: "sandbox",
        quotaPerHour: 500,
      });
    },
  },
  {
    call,
    promise: "all of the body is optional: fixture default, seed 1, a quota of 500, system time",
    async keeps(world) {
      const [from, reply] = [Date.now(), await world.server("POST", "/workspaces")];
      expect(at(answered(201, reply), "data")).toMatchObject({
        id: expect.stringMatching(/^[\w-]+$/),
        fixture: "default",
        seed: 1,
        clock: { mode: "system", offsetMs: 0 },
      });
      const now = Date.parse(text(reply, "data.clock.now"));
      expect(now).toBeGreaterThanOrEqual(from);
      expect(now).toBeLessThanOrEqual(Date.now());
      expect(quotasOf(reply)).toEqual([500, 500]);
    },
  },
  {
    call,
    promise: "id: that id, 409 when it is taken, 422 when it is invalid",
    async keeps(world) {
      const made = await world.server("POST", "/workspaces", { id: "Chosen_1-x" });
      expect(text(answered(201, made), "data.id")).toBe("Chosen_1-x");
      refused(409, await world.server("POST", "/workspaces", { id: "Chosen_1-x" }), /Chosen_1-x/);
      for (const id of ["", "a/b", "..", "-a", "a".repeat(65)]) {
        // oxlint-disable-next-line no-await-in-loop -- one id at a time
        refused(422, await world.server("POST", "/workspaces", { id }), /id/);
      }
      await world.server("DELETE", "/workspaces/Chosen_1-x");
    },
  },
  {
    call,
    promise: "label: shown with the workspace, null by default, not unique, cleaned and cut",
    async keeps(world) {
      const label = "leads.test.ts > refers 😀 > twice #2";
      for (const id of ["first", "second"]) {
        // oxlint-disable-next-line no-await-in-loop -- one workspace at a time
        const made = await world.server("POST", "/workspaces", { id, label });
        expect(text(answered(201, made), "data.label")).toBe(label);
      }
      const none = await world.server("POST", "/workspaces", { id: "third" });
      expect(at(answered(201, none), "data.label")).toBeNull();
      const labels = column(await world.server("GET", "/workspaces"), "label");
      expect(labels.filter((shown) => shown === label)).toHaveLength(2);
      const longest = "😀".repeat(1_000);
      const long = answered(201, await world.server("POST", "/workspaces", { label: longest }));
      expect(at(long, "data.label")).toBe(longest);
      const cleaned = [
        [`${longest}x`, longest],
        ["two\r\nlines\tnul\0", "two lines nul"],
        ["\u001b[31mred\u001b[0m\u0085", "red"],
        ["", null],
        ["\n", " "],
        [null, null],
      ] as const;
      for (const [sent, shown] of cleaned) {
        // oxlint-disable-next-line no-await-in-loop -- one label at a time
        const reply = await world.server("POST", "/workspaces", { label: sent });
        expect(at(answered(201, reply), "data.label")).toBe(shown);
      }
      refused(422, await world.server("POST", "/workspaces", { label: 7 }), /label/);
    },
  },
  {
    call,
    promise: "owner: shown with the workspace and in the list, null by default, cleaned and cut",
    async keeps(world) {
      const made = await world.server("POST", "/workspaces", {
        id: "owned",
        owner: "Team 😀\u0007",
      });
      expect(answered(201, made).json).toMatchObject({ data: { label: null, owner: "Team 😀" } });
      const listed = await world.server("GET", "/workspaces");
      expect(column(listed, "owner")).toEqual(expect.arrayContaining(["Team 😀", null]));
      const long = await world.server("POST", "/workspaces", { owner: "x".repeat(1_001) });
      expect(text(answered(201, long), "data.owner")).toHaveLength(1_000);
      await world.server("PATCH", "/workspaces/owned", { label: "kept" });
      const kept = await world.server("POST", "/workspaces/owned/reset");
      expect(answered(200, kept).status).toBe(200);
      const shown = await world.server("GET", "/workspaces/owned");
      expect(shown.json).toMatchObject({ data: { label: "kept", owner: "Team 😀" } });
      const given = await world.server("PATCH", "/workspaces/owned", { owner: null });
      expect(answered(200, given).json).toMatchObject({ data: { label: "kept", owner: null } });
      refused(422, await world.server("POST", "/workspaces", { owner: [] }), /owner/);
    },
  },
  {
    call,
    promise: "fixture: the initial state, 422 for an unknown name",
    async keeps(world) {
      const made = await world.server("POST", "/workspaces", { fixture: "empty" });
      expect(text(answered(201, made), "data.fixture")).toBe("empty");
      const path = `/workspaces/${text(made, "data.id")}/leads`;
      expect(list(await world.server("GET", path))).toEqual([]);
      refused(422, await world.server("POST", "/workspaces", { fixture: "nowhere" }), /nowhere/);
    },
  },
  {
    call,
    promise:
      "seed: the same seed repeats ids, keys and every other random choice, another seed does not",
    async keeps(world) {
      const first = await lifeOf(world, 7);
      expect(await lifeOf(world, 7)).toBe(first);
      expect(await lifeOf(world, 8)).not.toBe(first);
    },
  },
  {
    call,
    promise: "quotaPerHour: the quota of every key, or null for no limit",
    async keeps(world) {
      const made = await world.server("POST", "/workspaces", { quotaPerHour: 7 });
      expect(quotasOf(answered(201, made))).toEqual([7, 7]);
      const none = await world.server("POST", "/workspaces", { quotaPerHour: null });
      expect(quotasOf(answered(201, none))).toEqual([null, null]);
      for (const quotaPerHour of [0, -1, 1.5, "500"]) {
        // oxlint-disable-next-line no-await-in-loop -- one quota at a time
        refused(422, await world.server("POST", "/workspaces", { quotaPerHour }), /quotaPerHour/);
      }
    },
  },
  {
    call,
    promise: "now: the clock starts frozen at that moment",
    async keeps(world) {
      const now = "2026-01-05T09:00:00.000Z";
      const made = answered(201, await world.server("POST", "/workspaces", { now }));
      expect(at(made, "data.clock")).toMatchObject({ mode: "frozen", now });
      const clock = await world.server("GET", `/workspaces/${text(made, "data.id")}/clock`);
      expect(text(clock, "data.now")).toBe(now);
      refused(422, await world.server("POST", "/workspaces", { now: "monday" }), /now/);
    },
  },
  {
    call,
    promise: "assumptions: the alternatives by rule id, 422 for an unknown one",
    async keeps(world) {
      const assumptions = { "lead.delete": "204", "lead.email.case": "exact" };
      const made = answered(201, await world.server("POST", "/workspaces", { assumptions }));
      const path = `/workspaces/${text(made, "data.id")}/assumptions`;
      expect(at(await world.server("GET", path), "data")).toMatchObject(assumptions);
      for (const wrong of [
        { "lead.delete": "205" },
        { "no.such.rule": "on" },
        { "error.server": "x" },
      ]) {
        // oxlint-disable-next-line no-await-in-loop -- one choice at a time
        const reply = await world.server("POST", "/workspaces", { assumptions: wrong });
        refused(422, reply, new RegExp(Object.keys(wrong)[0] ?? "none"));
      }
    },
  },
  {
    call,
    promise: "ttlSeconds: the workspace expires when its clock reaches that age, and not before",
    async keeps(world) {
      const made = await world.server("POST", "/workspaces", { now: monday, ttlSeconds: 60 });
      const [id, key] = [text(made, "data.id"), text(made, "data.firms.0.apiKeys.0.key")];
      const path = `/workspaces/${id}/clock/advance`;
      answered(200, await world.server("POST", path, { by: 59_999 }));
      answered(200, await world.api("GET", "/v1/leads", { key }));
      const last = answered(200, await world.server("POST", path, { by: 1 }));
      expect(text(last, "data.now")).toBe(later(monday, 60_000));
      refused(404, await world.server("GET", `/workspaces/${id}`));
      answered(401, await world.api("GET", "/v1/leads", { key }));
    },
  },
];

function quotasOf(made: Parameters<typeof list>[0]): readonly unknown[] {
  return [0, 1].map((firm) => at(made, `data.firms.${firm}.apiKeys.0.quotaPerHour`));
}
