import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { at, column, text } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";
import { expectAssumes, expectCites, outcome } from "./ruled-answers.ts";

describe("the Plans of a conversion", () => {
  it("state.convert.plans: each item of clientData.Plans becomes a Plan of its type (2.3, 3)", async () => {
    const { world, converted } = await withTwoPlans();
    expect(column(await world.api("GET", "/v1/plans?limit=2"), "type")).toEqual([
      "Renewal",
      "Buying",
    ]);
    expect(at(converted, "data.plans")).toMatchObject([
      { type: "Buying", status: "New", owners: [ids.partnerFirm] },
      { type: "Renewal", status: "New", owners: [ids.partnerFirm] },
    ]);
  });

  it("state.convert.plans: plan_ids has the ids, and each item has its own as planId (2.1, 3)", async () => {
    const { world, leadId, converted } = await withTwoPlans();
    const planIds = [text(converted, "data.plans.0.id"), text(converted, "data.plans.1.id")];
    const lead = await world.api("GET", `/v1/leads/${leadId}?scope=withDeleted`);
    expect(at(lead, "data.plan_ids")).toEqual(planIds);
    expect(at(lead, "data.clientData.Plans")).toEqual([
      { type: "Buying", planId: planIds[0] },
      { type: "Renewal", planId: planIds[1] },
    ]);
  });

  it("state.convert.plans: the Plans of a member's Lead belong to the member's Firm (1.8, 2.3)", async () => {
    const world = await newWorld();
    const made = await world.api("POST", `/v1/firmMembers/${ids.partnerMember}/leads`, {
      body: { ...person, clientData: { Plans: [{ type: "Switch" }] } },
    });
    const converted = await convert(world, text(made, "data.id"));
    const plan = await world.api("GET", `/v1/plans/${text(converted, "data.plans.0.id")}`);
    expect(outcome(plan)).toMatch(/^200/);
    expect(at(plan, "data.type")).toBe("Switch");
  });

  it("uncited state.convert.plans: a Lead without Plans gets no plan_ids (2.1, 3)", async () => {
    const world = await newWorld();
    const leadId = await world.createLead();
    expect(at(await convert(world, leadId), "data.plans")).toEqual([]);
    const lead = await world.api("GET", `/v1/leads/${leadId}?scope=withDeleted`);
    expect(at(lead, "data.plan_ids")).toBeUndefined();
  });
});

describe("Plans that the client opens after registering", () => {
  it("plan.later-private: are neither in GET /plans nor reachable by id (2.3)", async () => {
    const { world, planId } = await withPrivatePlan();
    expect(column(await world.api("GET", "/v1/plans"), "id")).not.toContain(planId);
    const hidden = await world.api("GET", `/v1/plans/${planId}`);
    expect(outcome(hidden)).toMatch(/^404/);
    expect(hidden.text).toBe((await world.api("GET", "/v1/plans/NoSuchId")).text);
  });

  it("plan.later-private: are not added to the Lead by include=Plans (2.3, 4.1)", async () => {
    const { world } = await withPrivatePlan();
    expect(await includedPlans(world)).toEqual([ids.plan]);
  });

  it("plan.later-private: are visible everywhere once staff link them to the Firm (2.3)", async () => {
    const { world, planId } = await withPrivatePlan();
    const linked = await world.control("POST", `/plans/${planId}/owners`, {
      firmId: ids.partnerFirm,
    });
    expect(outcome(linked)).toMatch(/^201/);
    expect(outcome(await world.api("GET", `/v1/plans/${planId}`))).toMatch(/^200/);
    expect(column(await world.api("GET", "/v1/plans"), "id")).toContain(planId);
    expect(await includedPlans(world)).toEqual([ids.plan, planId]);
  });

  it("plan.later-private: stay hidden from Firms that they are not linked to (2.3)", async () => {
    const { world, planId } = await withPrivatePlan();
    await world.control("POST", `/plans/${planId}/owners`, { firmId: ids.realtyFirm });
    expect(outcome(await world.api("GET", `/v1/plans/${planId}`))).toMatch(/^404/);
    const realtor = { surface: "realtor", key: world.keys.realtor } as const;
    expect(outcome(await world.api("GET", `/v1/plans/${planId}`, realtor))).toMatch(/^200/);
  });
});

describe("the type of a Plan", () => {
  it.each(["Buying", "Renewal", "Refinancing", "Switch"])(
    "plan.type: 201 with %s, a type from the reference (2.3)",
    async (type) => {
      const world = await newWorld();
      const made = await postPlan(world, { type });
      expect(outcome(made)).toMatch(/^201/);
      expectCites(made, "plan.type");
    },
  );

  it.each(["Switching", "buying", "", "Lease"])(
    "plan.type: 422 INVALID for the text '%s' (2.3, 7)",
    async (type) => {
      const world = await newWorld();
      const refused = await postPlan(world, { type });
      expect(outcome(refused)).toBe("422 clientData.Plans.0.type: INVALID");
      expectCites(refused, "plan.type");
    },
  );

  it("plan.type: 422 REQUIRED when it is absent (2.2, 7)", async () => {
    const world = await newWorld();
    expect(outcome(await postPlan(world, {}))).toBe("422 clientData.Plans.0.type: REQUIRED");
  });

  it("plan.type: 422 INCORRECT_TYPE when it is not a string (2.2, 7)", async () => {
    const world = await newWorld();
    const refused = await postPlan(world, { type: 1 });
    expect(outcome(refused)).toBe("422 clientData.Plans.0.type: INCORRECT_TYPE");
  });

  it("plan.type [any-string]: 201 with an unlisted type (2.3)", async () => {
    const world = await newWorld({ assumptions: { "plan.type": "any-string" } });
    const made = await postPlan(world, { type: "Lease" });
    expect(outcome(made)).toMatch(/^201/);
    expectAssumes(made, "plan.type");
  });

  it("plan.type [hosted-tool-types]: 201 for Switching, INVALID for Switch and Renewal (2.3)", async () => {
    const world = await newWorld({ assumptions: { "plan.type": "hosted-tool-types" } });
    const made = await postPlan(world, { type: "Switching" });
    expect(outcome(made)).toMatch(/^201/);
    expectAssumes(made, "plan.type");
    for (const refused of [
      await postPlan(world, { type: "Switch" }),
      await postPlan(world, { type: "Renewal" }),
    ]) {
      expect(outcome(refused)).toBe("422 clientData.Plans.0.type: INVALID");
      expectAssumes(refused, "plan.type");
    }
  });
});

const person = { email: "pia@example.com", firstName: "Pia", lastName: "Poe" };

function convert(world: World, leadId: string): Promise<Reply> {
  return world.control("POST", `/leads/${leadId}/convert`);
}

async function withTwoPlans(): Promise<{
  readonly world: World;
  readonly leadId: string;
  readonly converted: Reply;
}> {
  const world = await newWorld();
  const Plans = [{ type: "Buying" }, { type: "Renewal" }];
  const leadId = await world.createLead({ clientData: { Plans } });
  return { world, leadId, converted: await convert(world, leadId) };
}

async function withPrivatePlan(): Promise<{ readonly world: World; readonly planId: string }> {
  const world = await newWorld();
  const opened = await world.control("POST", `/client-profiles/${ids.clientProfile}/plans`, {
    type: "Renewal",
  });
  return { world, planId: text(opened, "data.plan.id") };
}

async function includedPlans(world: World): Promise<readonly unknown[]> {
  const path = `/v1/leads/${ids.convertedLead}?scope=withDeleted&include=Plans`;
  const plans = at(await world.api("GET", path), "data.Plans");
  return Array.isArray(plans) ? plans.map((plan: unknown) => Reflect.get(Object(plan), "id")) : [];
}

function postPlan(world: World, plan: Readonly<Record<string, unknown>>): Promise<Reply> {
  return world.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, {
    body: { ...person, clientData: { Plans: [plan] } },
  });
}
