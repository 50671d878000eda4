import { expect } from "vitest";

import type { Reply } from "../support/reply.ts";
import { at } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import type { Model, ModelLead } from "./lead-model.ts";
import { newestFirst, parents } from "./lead-model.ts";

/**
 * Checks that both planes show exactly the Leads of the model with states, times and Plans
 * (interface 2.6, 3).
 */
export async function agree(model: Model, world: World): Promise<void> {
  const all = newestFirst(model);
  const states = await world.control("GET", "/leads?limit=1000");
  expect(rows(states)).toEqual(all.map(asShown));
  await Promise.all([agreeOn(all, world, "partner"), agreeOn(all, world, "realtor")]);
}

/** Compares the lists of the Firm whose key is for that surface. */
async function agreeOn(
  all: readonly ModelLead[],
  world: World,
  surface: "partner" | "realtor",
): Promise<void> {
  const list = (query: string): Promise<Reply> =>
    world.api("GET", `/v1/leads?limit=100${query}`, { surface, key: world.keys[surface] });
  const active = await list("");
  const scoped = await list("&scope=active");
  const deleted = await list("&scope=withDeleted&include=Plans");
  const own = all.filter((lead) => parents[lead.parent].on === surface);
  const actives = own.filter(({ state }) => state === "Active");
  expect(rows(active)).toEqual(actives.map((lead) => asAnswered(lead)));
  expect(rows(scoped)).toEqual(rows(active));
  expect(rows(deleted)).toEqual(own.map((lead) => ({ ...asAnswered(lead), ...withPlans(lead) })));
  expect(at(active, "meta")).toEqual(metaOf(actives.length));
  expect(at(deleted, "meta")).toEqual(metaOf(own.length));
}

function rows(reply: Reply): unknown {
  if (reply.status !== 200) throw new Error(`No list: ${reply.status} ${reply.text}`);
  return at(reply, "data");
}

/** A Lead in the form of the control API. */
function asShown(lead: ModelLead): unknown {
  return expect.objectContaining({
    id: lead.id,
    state: lead.state,
    email: lead.email,
    plan_ids: lead.planIds,
    ...times(lead),
  });
}

/** A Lead in the form of the emulated API; `plan_ids` appears only with Plans. */
function asAnswered(lead: ModelLead): Record<string, unknown> {
  const { id, email, firstName, planTypes, planIds } = lead;
  const { type: resourceType, id: resourceId } = parents[lead.parent];
  const Plans = planTypes.map((type, index) =>
    planIds[index] === undefined ? { type } : { type, planId: planIds[index] },
  );
  return {
    id,
    email,
    firstName,
    lastName: "Ash",
    phone: null,
    clientData: planTypes.length === 0 ? {} : { Plans },
    referredByReferralCodeId: null,
    resourceType,
    resourceId,
    ...times(lead),
    ...(planIds.length === 0 ? {} : { plan_ids: planIds }),
  };
}

function withPlans({ planIds, planTypes }: ModelLead): Record<string, unknown> {
  const plan = (id: string, index: number): unknown =>
    expect.objectContaining({ id, type: planTypes[index], status: "New" });
  return { Plans: planIds.map(plan) };
}

function times(lead: ModelLead): Record<string, unknown> {
  return {
    createdAt: iso(lead.createdAt),
    updatedAt: iso(lead.updatedAt),
    deletedAt: iso(lead.deletedAt),
    convertedAt: iso(lead.convertedAt),
  };
}

function metaOf(total: number): unknown {
  return { total, count: total, offset: 0, limit: 100 };
}

function iso(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString();
}
