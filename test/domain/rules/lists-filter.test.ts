import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { at, column, rulesOf } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";
import { expectAssumes, expectCites, outcome } from "./ruled-answers.ts";

const [ada, ben, finn] = [ids.activeLead, "LeadHPa2", ids.memberLead];

describe("the filter of a list", () => {
  it.each([
    { name: "one field", filter: { email: "ben.active@example.com" }, found: [ben] },
    { name: "a value that no record has", filter: { email: "ben.active@example" }, found: [] },
    { name: "a value in another case", filter: { firstName: "ada" }, found: [] },
    {
      name: "two fields, both of one record",
      filter: { resourceType: "Firm", firstName: "Ada" },
      found: [ada],
    },
    {
      name: "two fields of different records",
      filter: { resourceType: "FirmMember", firstName: "Ada" },
      found: [],
    },
    { name: "null", filter: { referredByReferralCodeId: null }, found: [finn, ben] },
    { name: "a moment", filter: { createdAt: "2026-01-07T09:00:00.000Z" }, found: [ben] },
    {
      name: "the same moment in another zone",
      filter: { createdAt: "2026-01-07T10:00:00+01:00" },
      found: [ben],
    },
    { name: "a value of another type", filter: { firstName: 1 }, found: [] },
    { name: "nothing", filter: {}, found: [finn, ben, ada] },
  ])("list.filter: finds exact matches of $name (4.3)", async ({ filter, found }) => {
    const page = await list(await newWorld(), filter);
    expect(outcome(page)).toBe("200");
    expect(column(page, "id")).toEqual(found);
    expect(at(page, "meta.total")).toBe(found.length);
    expectCites(page, "list.filter");
  });

  it("list.filter: excludes records outside the scope (2.6, 4.3)", async () => {
    const world = await newWorld();
    const filter = { id: ids.archivedLead };
    expect(column(await list(world, filter), "id")).toEqual([]);
    const deleted = await list(world, filter, "&scope=withDeleted");
    expect(column(deleted, "id")).toEqual([ids.archivedLead]);
  });

  it("list.filter: excludes the Leads of another Firm (4.3, 7)", async () => {
    const page = await list(await newWorld(), { id: ids.foreignLead });
    expect(column(page, "id")).toEqual([]);
  });
});

describe("the operators of a filter", () => {
  const seventh = "2026-01-07T09:00:00.000Z";

  it.each([
    { filter: { firstName: { $ne: "Ben" } }, found: [finn, ada] },
    { filter: { referredByReferralCodeId: { $ne: null } }, found: [ada] },
    { filter: { createdAt: { $lt: seventh } }, found: [ada] },
  ])("list.filter.operators: $filter (4.3)", async ({ filter, found }) => {
    const page = await list(await newWorld(), filter);
    expect(outcome(page)).toBe("200");
    expect(column(page, "id")).toEqual(found);
    expectCites(page, "list.filter.operators");
  });

  it.each([
    { filter: { firstName: { $eq: "Ben" } }, found: [ben] },
    { filter: { createdAt: { $lte: seventh } }, found: [ben, ada] },
    { filter: { createdAt: { $gt: seventh } }, found: [finn] },
    { filter: { createdAt: { $gte: seventh } }, found: [finn, ben] },
    { filter: { firstName: { $in: ["Ada", "Finn", "Zoe"] } }, found: [finn, ada] },
    { filter: { referredByReferralCodeId: { $in: [null] } }, found: [finn, ben] },
    { filter: { firstName: { $in: [] } }, found: [] },
    { filter: { firstName: { $gt: "Ada", $lt: "Finn" } }, found: [ben] },
  ])("list.filter.operators.further: $filter (4.3)", async ({ filter, found }) => {
    const page = await list(await newWorld(), filter);
    expect(outcome(page)).toBe("200");
    expect(column(page, "id")).toEqual(found);
    expectAssumes(page, "list.filter.operators.further");
  });

  it.each(["$eq", "$gt", "$gte", "$lte", "$in"])(
    "list.filter.operators.further [unknown]: 422 UNSUPPORTED for %s, 200 for $lt (4.3)",
    async (operator) => {
      const world = await newWorld({ assumptions: { "list.filter.operators.further": "unknown" } });
      const refused = await list(world, { createdAt: { [operator]: [seventh] } });
      expect(outcome(refused)).toBe("422 filter.createdAt: UNSUPPORTED");
      expectAssumes(refused, "list.filter.operators.further");
      expect(column(await list(world, { createdAt: { $lt: seventh } }), "id")).toEqual([ada]);
    },
  );

  it.each([
    { filter: { email: { $regex: ".*" } }, field: "filter.email" },
    { filter: { email: { like: "a" } }, field: "filter.email" },
    { filter: { $or: [] }, field: "filter.$or" },
  ])(
    "list.filter.operators.unknown: 422 UNSUPPORTED for $filter (4.3, 7)",
    async ({ filter, field }) => {
      const refused = await list(await newWorld(), filter);
      expect(outcome(refused)).toBe(`422 ${field}: UNSUPPORTED`);
      expectAssumes(refused, "list.filter.operators.unknown");
    },
  );

  it("list.filter.operators.unknown [no-rows]: matches no record (4.3)", async () => {
    const world = await newWorld({ assumptions: { "list.filter.operators.unknown": "no-rows" } });
    const page = await list(world, { $or: [] });
    expect(column(page, "id")).toEqual([]);
    expectAssumes(page, "list.filter.operators.unknown");
  });

  it("list.filter.operators.unknown [ignored]: is ignored, while known conditions apply (4.3)", async () => {
    const world = await newWorld({ assumptions: { "list.filter.operators.unknown": "ignored" } });
    const page = await list(world, { firstName: "Ben", email: { like: "a" } });
    expect(column(page, "id")).toEqual([ben]);
    expectAssumes(page, "list.filter.operators.unknown");
  });

  const objectFilters = [
    { field: "phone", filter: { phone: { number: "4165550101" } } },
    { field: "clientData", filter: { clientData: "x" } },
    { field: "plan_ids", filter: { plan_ids: null } },
  ];

  it.each(objectFilters)(
    "list.filter.object-field: 422 UNSUPPORTED for $field (4.3, 7)",
    async ({ field, filter }) => {
      const refused = await list(await newWorld(), filter);
      expect(outcome(refused)).toBe(`422 filter.${field}: UNSUPPORTED`);
      expectAssumes(refused, "list.filter.object-field");
    },
  );

  it.each(objectFilters)(
    "list.filter.object-field [no-rows]: matches no record by $field (4.3)",
    async ({ filter }) => {
      const world = await newWorld({ assumptions: { "list.filter.object-field": "no-rows" } });
      const page = await list(world, { firstName: "Ben", ...filter });
      expect(column(page, "id")).toEqual([]);
      expectAssumes(page, "list.filter.object-field");
    },
  );

  it.each(objectFilters)(
    "list.filter.object-field [ignored]: ignores $field (4.3)",
    async ({ filter }) => {
      const world = await newWorld({ assumptions: { "list.filter.object-field": "ignored" } });
      const page = await list(world, { firstName: "Ben", ...filter });
      expect(column(page, "id")).toEqual([ben]);
      expectAssumes(page, "list.filter.object-field");
    },
  );

  it("uncited list.filter.operators: are not cited for a filter with plain values (4.3)", async () => {
    const page = await list(await newWorld(), { firstName: "Ben" });
    expect(rulesOf(page)).not.toContain("list.filter.operators");
  });
});

describe("a filter on a field that the resource lacks", () => {
  const filter = { shoeSize: 42 };

  it("list.filter.unknown-field: 422 NOT_FOUND (4.3)", async () => {
    const refused = await list(await newWorld(), filter);
    expect(outcome(refused)).toBe("422 filter.shoeSize: NOT_FOUND");
    expectAssumes(refused, "list.filter.unknown-field");
  });

  it("list.filter.unknown-field [no-rows]: matches no record (4.3)", async () => {
    const page = await list(await switched("no-rows"), filter);
    expect(outcome(page)).toBe("200");
    expect(at(page, "meta")).toEqual({ total: 0, count: 0, offset: 0, limit: 20 });
    expectAssumes(page, "list.filter.unknown-field");
  });

  it("list.filter.unknown-field [no-rows]: matches no record with several such fields (4.3)", async () => {
    const fields = Array.from({ length: 1_500 }, (_, index) => [`made-up-${index}`, 1]);
    const page = await list(await switched("no-rows"), Object.fromEntries(fields));
    expect(outcome(page)).toBe("200");
    expect(at(page, "meta.total")).toBe(0);
  });

  it("list.filter.unknown-field [ignored]: is ignored, while known fields apply (4.3)", async () => {
    const world = await switched("ignored");
    const page = await list(world, filter);
    expect(outcome(page)).toBe("200");
    expect(column(page, "id")).toEqual([finn, ben, ada]);
    expectAssumes(page, "list.filter.unknown-field");
    expect(column(await list(world, { ...filter, firstName: "Ben" }), "id")).toEqual([ben]);
  });
});

function list(world: World, filter: object, more = ""): Promise<Reply> {
  return listRaw(world, JSON.stringify(filter), more);
}

function listRaw(world: World, filter: string, more = ""): Promise<Reply> {
  return world.api("GET", `/v1/leads?filter=${encodeURIComponent(filter)}${more}`);
}

function switched(choice: string): Promise<World> {
  return newWorld({ assumptions: { "list.filter.unknown-field": choice } });
}
