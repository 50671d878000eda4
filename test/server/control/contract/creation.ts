import { expect } from "vitest";

import { at, column, text } from "../../../support/reply.ts";
import { monday } from "../../../support/world.ts";
import { lifeOf } from "./life.ts";
import type { Row } from "./row.ts";
import { answered, refused } from "./row.ts";

const call = "POST /_sandbox/workspaces";

/** The creation of workspaces. */
export const creation: readonly Row[] = [
  {
    call,
    method: "workspaces.create",
    promise:
      "201 { data: { variables, id, seed, fixture, label, owner, clock, firms } } with all that a client needs",
    async keeps({ client }) {
      const made = await client.workspaces.create({ now: monday });
      expect(Object.keys(made).toSorted()).toEqual([
        "clock",
        "firms",
        "fixture",
        "id",
        "label",
        "owner",
        "seed",
        "variables",
      ]);
      const clock = ["mode", "now", "offsetMs", "onRefusal", "rate"];
      expect(Object.keys(made.clock).toSorted()).toEqual(clock);
      const [firm] = made.firms;
      expect(firm).toEqual({
        id: "Harb0rPt",
        name: "Harbour Point Financial",
        firmType: "Partner",
        firmMembers: expect.arrayContaining([
          { id: "HPowner1", email: "olive.owner@harbour-point.example", isOwner: true },
        ]),
        referralCodes: [{ id: "HPcode01" }, { id: "HPcode02" }],
        apiKeys: expect.anything(),
      });
      expect(firm?.apiKeys[0]).toMatchObject({
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
    promise: "all that was asked for: fixture, seed, now, quotaPerHour, assumptions",
    async keeps({ client }) {
      const now = "2026-05-04T03:02:01.000Z";
      const world = { id: "Chosen_1-x", label: "by a test", fixture: "empty", seed: 11 };
      const assumptions = { "lead.delete": "204", "lead.email.case": "exact" };
      const limits = { now, ttlSeconds: 600, quotaPerHour: 30, assumptions };
      const made = await client.workspaces.create({ ...world, ...limits });
      expect(made).toMatchObject({ ...world, clock: { mode: "frozen", now } });
      expect(made.firms[0]?.apiKeys[0]).toMatchObject({ quotaPerHour: 30, burstPerMinute: 3 });
      const workspace = client.workspace(made.id);
      expect(await workspace.assumptions.get()).toMatchObject(assumptions);
      expect((await workspace.leads.list()).meta.total).toBe(0);
      await client.workspaces.drop(made.id);
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
      expect(at(reply, "data.firms.1.apiKeys.0.quotaPerHour")).toBe(500);
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
    promise:
      "seed: the same seed repeats ids, keys and every other random choice, another seed does not",
    async keeps(world) {
      const first = await lifeOf(world, 7);
      expect(await lifeOf(world, 7)).toBe(first);
      expect(await lifeOf(world, 8)).not.toBe(first);
    },
  },
];
