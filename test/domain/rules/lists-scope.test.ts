import { describe, expect, it } from "vitest";

import { at, column, rulesOf } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";
import { expectAssumes, expectCites, outcome } from "./ruled-answers.ts";

const active = [ids.memberLead, "LeadHPa2", ids.activeLead];

const newLead = { body: { email: "nia@example.com", firstName: "Nia", lastName: "Next" } };

async function withoutFirm(): Promise<World> {
  const world = await newWorld();
  const params = { resource: "firms", id: ids.partnerFirm };
  await world.control("POST", "/pact/states", { state: "a record has been deleted", params });
  return world;
}

describe("scope", () => {
  it("scope.default: without it, deleted Leads are not listed (2.6)", async () => {
    const page = await (await newWorld()).api("GET", "/v1/leads");
    expect(column(page, "id")).toEqual(active);
    expectCites(page, "scope.default");
  });

  it.each([
    { state: "converted", id: ids.convertedLead },
    { state: "archived", id: ids.archivedLead },
  ])("scope.default: without it, a Lead that is $state is 404 (2.6)", async ({ id }) => {
    const hidden = await (await newWorld()).api("GET", `/v1/leads/${id}`);
    expect(outcome(hidden)).toMatch(/^404 /);
    expectCites(hidden, "scope.default");
  });

  it.each([
    { method: "POST", path: `/v1/firms/${ids.partnerFirm}/leads` },
    { method: "GET", path: `/v1/firms/${ids.partnerFirm}/leads` },
    { method: "GET", path: `/v1/firms/${ids.partnerFirm}/leads?scope=withDeleted` },
    { method: "GET", path: `/v1/firms/${ids.partnerFirm}/firmMembers?scope=withDeleted` },
  ])(
    "scope.deleted-parent: 404 for $method $path of a deleted Firm (2.6)",
    async ({ method, path }) => {
      const hidden = await (
        await withoutFirm()
      ).api(method, path, method === "POST" ? newLead : {});
      expect(outcome(hidden)).toMatch(/^404 /);
      expectAssumes(hidden, "scope.deleted-parent");
    },
  );

  it("uncited scope.deleted-parent: a deleted Firm's key still reaches that Firm's records (2.6)", async () => {
    const world = await withoutFirm();
    expect(column(await world.api("GET", "/v1/leads"), "id")).toEqual(active);
    const members = `/v1/firmMembers/${ids.partnerMember}`;
    expect(outcome(await world.api("GET", members))).toBe("200");
    expect(outcome(await world.api("POST", `${members}/leads`, newLead))).toBe("201");
  });

  it("scope.with-deleted: lists deleted Leads among the others (2.6, 4.3)", async () => {
    const page = await (await newWorld()).api("GET", "/v1/leads?scope=withDeleted");
    expect(column(page, "id")).toEqual([
      ids.memberLead,
      ids.archivedLead,
      ids.convertedLead,
      "LeadHPa2",
      ids.activeLead,
    ]);
    expectCites(page, "scope.with-deleted");
    expect(rulesOf(page)).not.toContain("scope.default");
  });

  it.each([ids.convertedLead, ids.archivedLead, ids.activeLead])(
    "scope.with-deleted: 200 for %s by id (2.6, 4.3)",
    async (id) => {
      const lead = await (await newWorld()).api("GET", `/v1/leads/${id}?scope=withDeleted`);
      expect(outcome(lead)).toBe("200");
      expect(at(lead, "data.id")).toBe(id);
      expectCites(lead, "scope.with-deleted");
    },
  );

  it("uncited scope.with-deleted: does not reach another Firm's deleted Lead (2.6, 7)", async () => {
    const hidden = await (await newWorld()).api("GET", "/v1/leads/LeadMRx1?scope=withDeleted");
    expect(outcome(hidden)).toMatch(/^404 /);
  });

  it("scope.active: lists only Leads that are not deleted (4.3)", async () => {
    const page = await (await newWorld()).api("GET", "/v1/leads?scope=active");
    expect(column(page, "id")).toEqual(active);
    expectCites(page, "scope.active");
  });

  it("uncited scope.active: 404 for a deleted Lead by id (4.3)", async () => {
    const world = await newWorld();
    const hidden = await world.api("GET", `/v1/leads/${ids.archivedLead}?scope=active`);
    expect(outcome(hidden)).toMatch(/^404 /);
  });

  it.each(["deleted", "withdeleted", ""])(
    "scope.unknown: 422 INVALID for '%s' (4.3)",
    async (scope) => {
      const refused = await (await newWorld()).api("GET", `/v1/leads?scope=${scope}`);
      expect(outcome(refused)).toBe("422 scope: INVALID");
      expectAssumes(refused, "scope.unknown");
    },
  );

  it("scope.unknown [ignored]: has no effect (4.3)", async () => {
    const world = await newWorld({ assumptions: { "scope.unknown": "ignored" } });
    const page = await world.api("GET", "/v1/leads?scope=deleted");
    expect(outcome(page)).toBe("200");
    expect(column(page, "id")).toEqual(active);
    expectAssumes(page, "scope.unknown");
  });
});
