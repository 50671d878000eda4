import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { at, column, rulesOf, text } from "../../support/reply.ts";
import type { Call, World } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";
import { expectAssumes, expectCites, outcome } from "./ruled-answers.ts";

const readsWithInclude = [
  `/v1/leads/${ids.convertedLead}`,
  "/v1/leads",
  `/v1/firms/${ids.partnerFirm}/leads`,
].flatMap((path) => ["Plans", "Plans.ClientProfiles"].map((include) => ({ path, include })));

describe("include", () => {
  it("include.plans: adds the Plans of the Firm to a converted Lead (4.1)", async () => {
    const lead = await converted(await newWorld(), "include=Plans");
    expect(at(lead, "data.Plans")).toMatchObject([{ id: ids.plan, type: "Buying" }]);
    expect(at(lead, "data.Plans.0.ClientProfiles")).toBeUndefined();
    expectCites(lead, "include.plans");
  });

  it("uncited include.plans: a Lead has no Plans key when include is absent (4.1)", async () => {
    const lead = await converted(await newWorld(), "");
    expect(at(lead, "data.Plans")).toBeUndefined();
    expect(rulesOf(lead)).not.toContain("include.plans");
  });

  it("include.plans: is [] on a Lead without Plans (4.1)", async () => {
    const world = await newWorld();
    const lead = await world.api("GET", `/v1/leads/${ids.activeLead}?include=Plans`);
    expect(at(lead, "data.Plans")).toEqual([]);
  });

  it("include.plans: adds Plans to each Lead of a list (4.1)", async () => {
    const path = `/v1/firms/${ids.partnerFirm}/leads?scope=withDeleted&include=Plans`;
    const page = await (await newWorld()).api("GET", path);
    expect(column(page, "Plans.length")).toEqual([0, 1, 0, 0]);
    expectCites(page, "include.plans");
  });

  it.each(["Plans,Plans.ClientProfiles", "Plans.ClientProfiles,Plans"])(
    "include.plans: accepts several comma-separated paths, %s (4.1)",
    async (include) => {
      const lead = await converted(await newWorld(), `include=${include}`);
      expect(at(lead, "data.Plans.0.ClientProfiles.0.id")).toBe(ids.clientProfile);
    },
  );

  it("include.plans.several-leads: adds a Lead's own Plans and those that staff linked (4.1)", async () => {
    const { ofFirm, ofMember } = await withPlansOfBoth("own-and-linked");
    expect(namesIn(ofFirm)).toEqual(["firm", "private", "realty"]);
    expect(namesIn(ofMember)).toEqual(["member", "private", "realty"]);
  });

  it("include.plans.several-leads [own-only]: adds only a Lead's own Plans (4.1)", async () => {
    const { ofFirm, ofMember } = await withPlansOfBoth("own-only");
    expect(column(ofFirm, "name")).toEqual(["firm"]);
    expect(column(ofMember, "name")).toEqual(["member"]);
  });

  it("include.plans.several-leads [all-of-client]: adds every Plan of the client (4.1)", async () => {
    const { ofFirm, ofMember } = await withPlansOfBoth("all-of-client");
    expect(namesIn(ofFirm)).toEqual(["firm", "member", "private", "realty"]);
    expect(column(ofMember, "name")).toEqual(column(ofFirm, "name"));
  });

  it("uncited include.plans.several-leads: does not apply to a client's only Lead (4.1)", async () => {
    const lead = await converted(await newWorld(), "include=Plans");
    expect(rulesOf(lead)).not.toContain("include.plans.several-leads");
  });

  it("include.client-profiles: nests the client profiles in the Plans (4.1)", async () => {
    const lead = await converted(await newWorld(), "include=Plans.ClientProfiles");
    expect(at(lead, "data.Plans")).toMatchObject([
      {
        id: ids.plan,
        ClientProfiles: [{ id: ids.clientProfile, email: "carla.converted@example.com" }],
      },
    ]);
    expectCites(lead, "include.client-profiles");
    expectCites(lead, "include.plans");
  });

  it("include.client-profiles: nests them in the Plans of each Lead of a list (4.1)", async () => {
    const query = "scope=withDeleted&include=Plans.ClientProfiles";
    const page = await (await newWorld()).api("GET", `/v1/leads?${query}`);
    expect(column(page, "Plans.0.ClientProfiles.0.id")).toContain(ids.clientProfile);
    expectCites(page, "include.client-profiles");
  });

  it.each(readsWithInclude)(
    "include.permission: 403 on $path?include=$include for a key without plans:read (4.1, 5.6)",
    async ({ path, include }) => {
      const world = await newWorld();
      const key = await keyFor(world, ["leads:read", "clientProfiles:read"]);
      const query = `?scope=withDeleted&include=${include}`;
      const refused = await world.api("GET", path + query, { key });
      expect(outcome(refused)).toBe("403 Forbidden");
      expect(refused.json).toEqual({ message: "Forbidden" });
      expectAssumes(refused, "include.permission");
      expect(outcome(await world.api("GET", path + query))).toBe("200");
    },
  );

  it("uncited include.permission: 404 takes precedence for a Lead that the key cannot reach (4.1, 7)", async () => {
    const world = await newWorld();
    const key = await keyFor(world, ["leads:read"]);
    const path = `/v1/leads/${ids.foreignLead}?include=Plans`;
    expect(outcome(await world.api("GET", path, { key }))).toBe("404 Not found");
  });

  it.each(readsWithInclude)(
    "include.permission [left-out]: $path?include=$include returns Leads without Plans (4.1, 5.6)",
    async ({ path, include }) => {
      const world = await newWorld({ assumptions: { "include.permission": "left-out" } });
      const key = await keyFor(world, ["leads:read"]);
      const withInclude = `${path}?scope=withDeleted&include=${include}`;
      const reply = await world.api("GET", withInclude, { key });
      expect(outcome(reply)).toBe("200");
      expect(reply.json).toEqual(
        (await world.api("GET", `${path}?scope=withDeleted`, { key })).json,
      );
      expectAssumes(reply, "include.permission");
      expect(rulesOf(reply)).not.toContain("include.plans");
      expect((await world.api("GET", withInclude)).text).toContain('"Plans":[{"id"');
    },
  );

  it.each(["plans", "Firm", "ClientProfiles", "Plans.Firm"])(
    "include.unknown: 422 INVALID for %s (4.3)",
    async (include) => {
      const refused = await converted(await newWorld(), `include=${include}`);
      expect(outcome(refused)).toBe("422 include: INVALID");
      expectAssumes(refused, "include.unknown");
    },
  );

  it("include.unknown [ignored]: is ignored, while known paths apply (4.3)", async () => {
    const world = await newWorld({ assumptions: { "include.unknown": "ignored" } });
    const lead = await converted(world, "include=Firm,Plans");
    expect(outcome(lead)).toBe("200");
    expect(at(lead, "data.Plans.0.id")).toBe(ids.plan);
    expect(at(lead, "data.Firm")).toBeUndefined();
    expectAssumes(lead, "include.unknown");
  });

  it("include.spelling: the parameter includes has no effect (4.1)", async () => {
    const lead = await converted(await newWorld(), "includes=Plans");
    expect(outcome(lead)).toBe("200");
    expect(at(lead, "data.Plans")).toBeUndefined();
    expectAssumes(lead, "include.spelling");
  });

  it("include.spelling [accepted]: the parameter includes works like include (4.1)", async () => {
    const world = await newWorld({ assumptions: { "include.spelling": "accepted" } });
    const lead = await converted(world, "includes=Plans");
    expect(outcome(lead)).toBe("200");
    expect(at(lead, "data.Plans.0.id")).toBe(ids.plan);
    expectAssumes(lead, "include.spelling");
  });
});

/** A key of the partner Firm with only those permissions. */
async function keyFor(world: World, permissions: readonly string[]): Promise<string> {
  const key = { firmId: ids.partnerFirm, roleType: "Partner", environment: "sandbox" };
  return text(await world.control("POST", "/api-keys", { ...key, permissions }), "data.key");
}

function converted(world: World, query: string): Promise<Reply> {
  return world.api("GET", `/v1/leads/${ids.convertedLead}?scope=withDeleted&${query}`);
}

/**
 * The joined Plans of two Leads of one client: one of the Firm, one of its member. Each Lead
 * requested a Plan. Staff linked two more Plans to the Firm.
 */
async function withPlansOfBoth(choice: string): Promise<{ ofFirm: Reply; ofMember: Reply }> {
  const world = await newWorld({ assumptions: { "include.plans.several-leads": choice } });
  const [firm, member] = await Promise.all([
    leadWithPlan(world, `/v1/firms/${ids.partnerFirm}/leads`, "firm"),
    leadWithPlan(world, `/v1/firmMembers/${ids.partnerMember}/leads`, "member"),
    leadWithPlan(world, `/v1/firms/${ids.realtyFirm}/leads`, "realty", {
      surface: "realtor",
      key: world.keys.realtor,
    }),
  ]);
  const signedUp = await world.control("POST", "/sign-ups", { email: client.email });
  const plansPath = `/client-profiles/${text(signedUp, "data.clientProfile.id")}/plans`;
  const opened = await world.control("POST", plansPath, { type: "Buying", name: "private" });
  const realty = await world.api(
    "GET",
    "/v1/plans?filter=" + encodeURIComponent('{"name":"realty"}'),
    {
      surface: "realtor",
      key: world.keys.realtor,
    },
  );
  for (const id of [text(realty, "data.0.id"), text(opened, "data.plan.id")]) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await world.control("POST", `/plans/${id}/owners`, { firmId: ids.partnerFirm });
  }
  const plansOf = async (id: string): Promise<Reply> => {
    const lead = await world.api("GET", `/v1/leads/${id}?scope=withDeleted&include=Plans`);
    expectAssumes(lead, "include.plans.several-leads");
    return { ...lead, json: { data: at(lead, "data.Plans") } };
  };
  return { ofFirm: await plansOf(firm), ofMember: await plansOf(member) };
}

function namesIn(reply: Reply): readonly string[] {
  return column(reply, "name").map(String).toSorted();
}

const client = { email: "sam.several@example.com", firstName: "Sam", lastName: "Several" };

async function leadWithPlan(world: World, path: string, name: string, call: Call = {}) {
  const body = { ...client, clientData: { Plans: [{ type: "Buying", name }] } };
  return text(await world.api("POST", path, { body, ...call }), "data.id");
}
