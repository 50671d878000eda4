import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { at, text } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, monday, newWorld } from "../../support/world.ts";
import { outcome } from "./ruled-answers.ts";

const statuses = [
  "New",
  "Profiles Completed",
  "Ready for Pre-approval",
  "Pre-approved",
  "Application in Progress",
  "Lender Approved",
  "Ready to Fund",
  "Completed",
  "Closed",
] as const;

describe("POST plans/{planId}/status", () => {
  it("plan.status: a Plan starts as New and moves through the documented statuses in order (3)", async () => {
    const { world, planId } = await withNewPlan();
    const seen = [await statusOf(world, planId)];
    for (const status of statuses.slice(1, -1)) {
      // oxlint-disable-next-line no-await-in-loop -- one move after the other
      expect(outcome(await move(world, planId, status))).toMatch(/^200/);
      // oxlint-disable-next-line no-await-in-loop -- one move after the other
      seen.push(await statusOf(world, planId));
    }
    expect(seen).toEqual(statuses.slice(0, -1));
  });

  it("plan.status: 422 for an unknown status (3)", async () => {
    const { world, planId } = await withNewPlan();
    expect(outcome(await move(world, planId, "Archived"))).toMatch(/^422/);
  });

  it.each([
    { from: "New", to: "Ready to Fund", status: 200 },
    { from: "Lender Approved", to: "Closed", status: 200 },
    { from: "Pre-approved", to: "Profiles Completed", status: 409 },
    { from: "Completed", to: "Closed", status: 409 },
    { from: "Closed", to: "Completed", status: 409 },
  ] as const)("plan.transitions: $status from $from to $to (3)", async ({ from, to, status }) => {
    const { world, planId } = await withPlanIn(from, {});
    expect((await move(world, planId, to)).status).toBe(status);
    expect(await statusOf(world, planId)).toBe(status === 200 ? to : from);
  });

  it.each([
    { from: "Completed", to: "New" },
    { from: "Closed", to: "Pre-approved" },
    { from: "Completed", to: "Closed" },
    { from: "Ready to Fund", to: "New" },
  ] as const)("plan.transitions [any]: 200 from $from to $to (3)", async ({ from, to }) => {
    const { world, planId } = await withPlanIn(from, { "plan.transitions": "any" });
    expect(outcome(await move(world, planId, to))).toMatch(/^200/);
    expect(await statusOf(world, planId)).toBe(to);
  });

  it.each(["forward", "any"])(
    "uncited plan.transitions: 409 for the current status, under %s (3)",
    async (choice) => {
      const { world, planId } = await withPlanIn("New", { "plan.transitions": choice });
      expect(outcome(await move(world, planId, "New"))).toMatch(/^409/);
    },
  );

  it("plan.change-mail: a partner gets mail when the mortgage is funded (6)", async () => {
    const { world, planId } = await withNewPlan();
    expect(await mailedStatuses(world, planId)).toEqual(["Completed"]);
  });

  it("plan.change-mail: a realtor gets mail at Pre-approved and Ready to Fund (6)", async () => {
    const world = await newWorld();
    expect(await mailedStatuses(world, ids.foreignPlan)).toEqual(["Pre-approved", "Ready to Fund"]);
  });

  it("plan.change-mail: each owning Firm gets mail according to its role (6)", async () => {
    const { world, planId } = await withNewPlan();
    await world.control("POST", `/plans/${planId}/owners`, { firmId: ids.realtyFirm });
    const preApproved = await move(world, planId, "Pre-approved");
    expect(at(preApproved, "data.emails")).toMatchObject([
      { to: ["rosa.owner@maple-row.example"] },
    ]);
    const completed = await move(world, planId, "Completed");
    expect(at(completed, "data.emails")).toMatchObject([
      { to: ["olive.owner@harbour-point.example"] },
    ]);
  });

  it("plan.change-mail [every-change]: the owners of the Plan get mail at every change of status (6)", async () => {
    const { world, planId } = await withNewPlan({ "plan.change-mail": "every-change" });
    expect(await mailedStatuses(world, planId)).toEqual(statuses.slice(1, -1));
  });

  it("plan.change-mail [milestones]: they get mail only at Pre-approved, Ready to Fund and Completed (6)", async () => {
    const { world, planId } = await withNewPlan({ "plan.change-mail": "milestones" });
    const mailed = await mailedStatuses(world, planId);
    expect(mailed).toEqual(["Pre-approved", "Ready to Fund", "Completed"]);
  });

  it("plan.change-mail: the mail of Pre-approved contains the amount (6)", async () => {
    const world = await newWorld();
    const planId = ids.foreignPlan;
    const moved = await world.control("POST", `/plans/${planId}/status`, {
      status: "Pre-approved",
      amount: 450_000,
    });
    expect(at(moved, "data.emails.0")).toMatchObject({ kind: "plan-updated", at: monday, planId });
    const mail = await world.control("GET", `/emails/${text(moved, "data.emails.0.id")}`);
    expect(text(mail, "data.text")).toContain("$450,000");
  });
});

async function withNewPlan(
  assumptions: Readonly<Record<string, string>> = {},
): Promise<{ readonly world: World; readonly planId: string }> {
  const world = await newWorld({ assumptions });
  const leadId = await world.createLead({ clientData: { Plans: [{ type: "Buying" }] } });
  return {
    world,
    planId: text(await world.control("POST", `/leads/${leadId}/convert`), "data.plans.0.id"),
  };
}

async function withPlanIn(
  status: (typeof statuses)[number],
  assumptions: Readonly<Record<string, string>>,
): Promise<{ readonly world: World; readonly planId: string }> {
  const made = await withNewPlan(assumptions);
  if (status !== "New") await move(made.world, made.planId, status);
  return made;
}

function move(world: World, planId: string, status: string): Promise<Reply> {
  return world.control("POST", `/plans/${planId}/status`, { status });
}

async function statusOf(world: World, planId: string): Promise<unknown> {
  return at(await world.api("GET", `/v1/plans/${planId}`), "data.status");
}

/** The statuses, in order, whose transitions sent mail. */
async function mailedStatuses(world: World, planId: string): Promise<readonly string[]> {
  const mailed: string[] = [];
  for (const status of statuses.slice(1, -1)) {
    // oxlint-disable-next-line no-await-in-loop -- one move after the other
    const moved = await move(world, planId, status);
    if (at(moved, "data.emails.length") !== 0) mailed.push(status);
  }
  return mailed;
}
