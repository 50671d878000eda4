import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { column, rulesOf } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";
import { expectAssumes, outcome } from "./ruled-answers.ts";

const notObjects = ["email", "[1]", '"email"', "null", "", '{"email":'];
const wrongValues = [
  { filter: '{"createdAt":"yesterday"}', error: "filter.createdAt: INVALID" },
  { filter: '{"id":{}}', error: "filter.id: INVALID" },
  { filter: '{"id":["a"]}', error: "filter.id: INCORRECT_TYPE" },
  { filter: '{"id":{"$in":"a"}}', error: "filter.id: INCORRECT_TYPE" },
];
const tooLarge = ['{"amount":1e999}', '{"amount":{"$lt":-1e999}}', '{"amount":{"$in":[1,1e999]}}'];

describe("an invalid filter", () => {
  it.each(notObjects)("list.filter.invalid: 422 INVALID for %s (4.3)", async (filter) => {
    const refused = await listLeads(await newWorld(), filter);
    expect(outcome(refused)).toBe("422 filter: INVALID");
    expectAssumes(refused, "list.filter.invalid");
  });

  it.each(notObjects)("list.filter.invalid [ignored]: %s has no effect (4.3)", async (filter) => {
    const page = await listLeads(await ignoring(), filter);
    expect(outcome(page)).toBe("200");
    expect(column(page, "id")).toEqual(column(await listLeads(await newWorld(), "{}"), "id"));
    expectAssumes(page, "list.filter.invalid");
  });

  it.each(wrongValues)("list.filter.invalid: 422 for $filter (4.3)", async ({ filter, error }) => {
    const refused = await listLeads(await newWorld(), filter);
    expect(outcome(refused)).toBe(`422 ${error}`);
    expectAssumes(refused, "list.filter.invalid");
  });

  it.each(wrongValues)(
    "list.filter.invalid [ignored]: $filter matches no record (4.3)",
    async ({ filter }) => {
      const page = await listLeads(await ignoring(), filter);
      expect(outcome(page)).toBe("200");
      expect(column(page, "id")).toEqual([]);
      expectAssumes(page, "list.filter.invalid");
    },
  );

  it.each(tooLarge)(
    "list.filter.invalid: 422 INVALID for %s, a number that is too large, also after a filter for null (4.3)",
    async (filter) => {
      const world = await newWorld();
      await listOf(world, "/v1/plans", '{"amount":null}');
      const refused = await listOf(world, "/v1/plans", filter);
      expect(outcome(refused)).toBe("422 filter.amount: INVALID");
      expectAssumes(refused, "list.filter.invalid");
    },
  );
});

describe("a timestamp in a filter", () => {
  it.each([
    { moment: "2026-01-06T09:00:00.000", found: [ids.activeLead] },
    { moment: "2026-01-06T10:00:00.000", found: [] },
  ])("list.filter.local-time: $moment, without an offset, is in UTC (4.3)", async (row) => {
    const page = await listLeads(await newWorld(), JSON.stringify({ createdAt: row.moment }));
    expect(column(page, "id")).toEqual(row.found);
    expectAssumes(page, "list.filter.local-time");
  });
});

const otherForms = [
  "2026-01-06T09:00Z",
  "2026-01-06T09Z",
  "2026-01-06T09:00:00+0000",
  "2026-01-06T10:00:00+01",
  "20260106T090000Z",
  "20260106T090000,000+0000",
  "20260106T090000",
];

describe("the form of a timestamp in a filter", () => {
  it.each(otherForms)(
    "list.filter.timestamps: 422 INVALID that names the form that is read for %s (4.3)",
    async (createdAt) => {
      const refused = await listLeads(await newWorld(), JSON.stringify({ createdAt }));
      expect(outcome(refused)).toBe("422 filter.createdAt: INVALID");
      expect(refused.text).toContain("a timestamp with seconds and Z or an offset");
      expectAssumes(refused, "list.filter.timestamps");
    },
  );

  it.each(otherForms)(
    "list.filter.timestamps [any-iso-8601]: %s is the same moment (4.3)",
    async (createdAt) => {
      const world = await newWorld({ assumptions: { "list.filter.timestamps": "any-iso-8601" } });
      const page = await listLeads(world, JSON.stringify({ createdAt }));
      expect(column(page, "id")).toEqual([ids.activeLead]);
      expectAssumes(page, "list.filter.timestamps");
    },
  );

  it.each(["yesterday", "2026-02-30T09:00Z", "2026-01-06T25Z", "2026-1-6"])(
    "uncited list.filter.timestamps: 422 for %s under any choice (4.3)",
    async (createdAt) => {
      const world = await newWorld({ assumptions: { "list.filter.timestamps": "any-iso-8601" } });
      const refused = await listLeads(world, JSON.stringify({ createdAt }));
      expect(outcome(refused)).toBe("422 filter.createdAt: INVALID");
      expectAssumes(refused, "list.filter.invalid");
      expect(rulesOf(refused)).not.toContain("list.filter.timestamps");
    },
  );
});

function ignoring(): Promise<World> {
  return newWorld({ assumptions: { "list.filter.invalid": "ignored" } });
}

function listLeads(world: World, filter: string): Promise<Reply> {
  return listOf(world, `/v1/firms/${ids.partnerFirm}/leads`, filter);
}

function listOf(world: World, path: string, filter: string): Promise<Reply> {
  return world.api("GET", `${path}?filter=${encodeURIComponent(filter)}`);
}
