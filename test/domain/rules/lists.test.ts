import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { at, column, rulesOf } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";
import { expectAssumes, expectCites, outcome } from "./ruled-answers.ts";

describe("the envelope of a list", () => {
  it("list.envelope: has data and four integers; count is the number of records on this page (2.5)", async () => {
    const world = await newWorld();
    const page = await world.api("GET", "/v1/leads?limit=2&offset=1");
    expect(Object.keys(Object(page.json)).toSorted()).toEqual(["data", "meta"]);
    expect(at(page, "meta")).toEqual({ total: 3, count: 2, offset: 1, limit: 2 });
    expect(column(page, "id")).toEqual(["LeadHPa2", ids.activeLead]);
    expectCites(page, "list.envelope");
  });

  it("list.envelope: total counts only the records that match the filter (2.5)", async () => {
    const world = await newWorld();
    const filter = encodeURIComponent(JSON.stringify({ resourceType: "FirmMember" }));
    const page = await world.api("GET", `/v1/leads?filter=${filter}`);
    expect(at(page, "meta")).toEqual({ total: 1, count: 1, offset: 0, limit: 20 });
  });

  it.each([
    "/v1/leads",
    `/v1/firms/${ids.partnerFirm}/leads`,
    `/v1/firmMembers/${ids.partnerMember}/leads`,
    "/v1/firms",
    "/v1/firmMembers",
    "/v1/referralCodes",
    "/v1/plans",
    `/v1/firms/${ids.partnerFirm}/firmMembers`,
    `/v1/firms/${ids.partnerFirm}/referralCodes`,
  ])("list.envelope: GET %s uses it (2.5)", async (path) => {
    const page = await (await newWorld()).api("GET", path);
    expect(outcome(page)).toBe("200");
    const count = column(page, "id").length;
    expect(at(page, "meta")).toEqual({ total: count, count, offset: 0, limit: 20 });
  });
});

describe("the limit of a list", () => {
  it("uncited list.limit: is 20 records when absent (4.3, 8)", async () => {
    const world = await withLeads(22);
    const page = await list(world, "");
    expect(at(page, "meta")).toMatchObject({ total: 25, count: 20, limit: 20 });
  });

  it("list.limit: is the number of records, up to 100 (4.3, 8)", async () => {
    const world = await withLeads(98);
    const page = await list(world, "limit=100");
    expect(at(page, "meta")).toEqual({ total: 101, count: 100, offset: 0, limit: 100 });
    expect(column(page, "id")).toHaveLength(100);
    expectCites(page, "list.limit");
  });

  it.each(["101", "0", "-1", "2.5", "twenty", "", "1e2"])(
    "list.limit: 422 INVALID for '%s' (4.3, 8)",
    async (limit) => {
      const refused = await list(await newWorld(), `limit=${limit}`);
      expect(outcome(refused)).toBe("422 limit: INVALID");
      expectAssumes(refused, "list.limit");
    },
  );

  it.each([
    { limit: "101", used: 100 },
    { limit: "100000", used: 100 },
    { limit: "99999999999999999999", used: 100 },
    { limit: "0", used: 1 },
    { limit: "-5", used: 1 },
    { limit: "-99999999999999999999", used: 1 },
    { limit: "2.5", used: 20 },
    { limit: "twenty", used: 20 },
  ])("list.limit [clamped]: reads $limit as $used (4.3, 8)", async ({ limit, used }) => {
    const world = await newWorld({ assumptions: { "list.limit": "clamped" } });
    const page = await list(world, `limit=${limit}`);
    expect(outcome(page)).toBe("200");
    expect(at(page, "meta.limit")).toBe(used);
    expectAssumes(page, "list.limit");
  });
});

describe("the offset of a list", () => {
  it("list.offset: returns records 41 to 60 for limit 20 and offset 40 (4.3)", async () => {
    const world = await withLeads(62);
    const all = [...column(await list(world, "limit=100"), "id")];
    const page = await list(world, "limit=20&offset=40");
    expect(column(page, "id")).toEqual(all.slice(40, 60));
    expectCites(page, "list.offset");
  });

  it("list.offset: starts with the first record when absent (4.3)", async () => {
    const world = await newWorld();
    expect((await list(world, "")).json).toEqual((await list(world, "offset=0")).json);
  });

  it("list.offset: returns an empty page beyond the last record (2.5, 4.3)", async () => {
    const page = await list(await newWorld(), "offset=3");
    expect(page.json).toEqual({ data: [], meta: { total: 3, count: 0, offset: 3, limit: 20 } });
  });

  it.each(["-1", "1.5", "two", ""])("list.offset: 422 INVALID for '%s' (4.3)", async (offset) => {
    const refused = await list(await newWorld(), `offset=${offset}`);
    expect(outcome(refused)).toBe("422 offset: INVALID");
    expectAssumes(refused, "list.offset");
  });

  it.each(["-1", "1.5", "two"])("list.offset [zero]: reads '%s' as 0 (4.3)", async (offset) => {
    const world = await newWorld({ assumptions: { "list.offset": "zero" } });
    const page = await list(world, `offset=${offset}`);
    expect(outcome(page)).toBe("200");
    expect(at(page, "meta.offset")).toBe(0);
    expect(column(page, "id")).toHaveLength(3);
    expectAssumes(page, "list.offset");
  });
});

describe("an undocumented query parameter", () => {
  it("query.unknown: has no effect (4.3)", async () => {
    const world = await newWorld();
    const page = await list(world, "page=2");
    expect(page.json).toEqual((await list(world, "")).json);
    expectAssumes(page, "query.unknown");
  });

  it("query.unknown [422]: 422 UNSUPPORTED on its name (4.3)", async () => {
    const world = await newWorld({ assumptions: { "query.unknown": "422" } });
    const refused = await list(world, "page=2");
    expect(outcome(refused)).toBe("422 page: UNSUPPORTED");
    expectAssumes(refused, "query.unknown");
  });

  it("uncited query.unknown [422]: 200 for a request with only known parameters (4.3)", async () => {
    const world = await newWorld({ assumptions: { "query.unknown": "422" } });
    const page = await list(world, "limit=5&offset=0&scope=active&include=Plans");
    expect(outcome(page)).toBe("200");
    expect(rulesOf(page)).not.toContain("query.unknown");
  });
});

describe("a query parameter given more than once", () => {
  it("query.repeated: 422 INVALID on its name (4.3)", async () => {
    const refused = await list(await newWorld(), "limit=1&limit=2");
    expect(outcome(refused)).toBe("422 limit: INVALID");
    expectAssumes(refused, "query.repeated");
  });

  it("query.repeated [first]: the first value counts (4.3)", async () => {
    const world = await newWorld({ assumptions: { "query.repeated": "first" } });
    const page = await list(world, "limit=1&limit=2");
    expect(outcome(page)).toBe("200");
    expect(at(page, "meta.limit")).toBe(1);
    expectAssumes(page, "query.repeated");
  });
});

function list(world: World, query: string): Promise<Reply> {
  return world.api("GET", `/v1/leads?${query}`);
}

/** A workspace with `count` Leads besides the three Active ones of the fixture. */
async function withLeads(count: number): Promise<World> {
  const world = await newWorld();
  await Promise.all(Array.from({ length: count }, () => world.createLead()));
  return world;
}
