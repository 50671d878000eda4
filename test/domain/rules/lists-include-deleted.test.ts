import { describe, expect, it } from "vitest";

import { at } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";
import { expectAssumes, outcome } from "./ruled-answers.ts";

const withPlans = `/v1/leads/${ids.convertedLead}?scope=withDeleted&include=Plans.ClientProfiles`;
const plan = `/v1/plans/${ids.plan}?include=ClientProfiles`;

describe("include and soft-deleted records", () => {
  it("include.deleted: leaves out a deleted Plan under any scope (2.6, 4.1)", async () => {
    const lead = await (await withDeleted("plans", ids.plan)).api("GET", withPlans);
    expect(at(lead, "data.Plans")).toEqual([]);
    expectAssumes(lead, "include.deleted");
  });

  it("include.deleted: leaves out a deleted client profile under any scope (2.6, 4.1)", async () => {
    const world = await withDeleted("clientProfiles", ids.clientProfile);
    const lead = await world.api("GET", withPlans);
    expect(at(lead, "data.Plans.0")).toMatchObject({ id: ids.plan, ClientProfiles: [] });
    const read = await world.api("GET", `${plan}&scope=withDeleted`);
    expect(at(read, "data.ClientProfiles")).toEqual([]);
    expectAssumes(read, "include.deleted");
  });

  it("include.deleted [by-scope]: scope=withDeleted adds a deleted Plan (2.6, 4.1)", async () => {
    const world = await withDeleted("plans", ids.plan, "by-scope");
    const lead = await world.api("GET", withPlans);
    expect(at(lead, "data.Plans")).toMatchObject([
      { id: ids.plan, ClientProfiles: [{ id: ids.clientProfile }] },
    ]);
    expectAssumes(lead, "include.deleted");
  });

  it("include.deleted [by-scope]: scope=withDeleted adds a deleted client profile, and no other scope does (2.6, 4.1)", async () => {
    const world = await withDeleted("clientProfiles", ids.clientProfile, "by-scope");
    const all = await world.api("GET", `${plan}&scope=withDeleted`);
    expect(at(all, "data.ClientProfiles.0.id")).toBe(ids.clientProfile);
    const live = await world.api("GET", plan);
    expect(at(live, "data.ClientProfiles")).toEqual([]);
    expectAssumes(live, "include.deleted");
  });
});

/** A world in which that record was soft-deleted. */
async function withDeleted(resource: string, id: string, choice = "left-out"): Promise<World> {
  const world = await newWorld({ assumptions: { "include.deleted": choice } });
  const params = { resource, id };
  const state = { state: "a record has been deleted", action: "setup", params };
  expect(outcome(await world.control("POST", "/pact/states", state))).toBe("200");
  return world;
}
