/** The format of a fixture: one world as a JSON document. */
import * as z from "zod";

import { isJsonObject } from "../domain/json.ts";
import { lazy } from "../domain/lazy.ts";
import type { Assumptions } from "../rules/trace.ts";
import { assumptionRefusal } from "../rules/trace.ts";
import {
  WorldApiKey,
  WorldClientProfile,
  WorldFirm,
  WorldFirmMember,
  WorldLead,
  WorldPlan,
  WorldReferralCode,
  WorldWorkflow,
} from "./world-records.ts";
import { parts } from "./world-shape.ts";

export const World = lazy(() => {
  const { moment } = parts();
  const choices = z
    .custom<Assumptions>(isJsonObject, "Expected an object")
    .meta({ type: "object", additionalProperties: { type: "string" } });
  return z
    .strictObject({
      description: z.string().exactOptional(),
      createdAt: moment.exactOptional(),
      assumptions: choices.default({}),
      firms: z.array(WorldFirm()).default([]),
      firmMembers: z.array(WorldFirmMember()).default([]),
      referralCodes: z.array(WorldReferralCode()).default([]),
      apiKeys: z.array(WorldApiKey()).default([]),
      clientProfiles: z.array(WorldClientProfile()).default([]),
      leads: z.array(WorldLead()).default([]),
      plans: z.array(WorldPlan()).default([]),
      workflows: z.array(WorldWorkflow()).default([]),
    })
    .superRefine((world, context) => {
      for (const [path, message] of brokenReferences(world)) {
        context.addIssue({ code: "custom", path: [...path], message });
      }
    })
    .meta({ id: "World", description: "A world in the format of a fixture" });
});
export type World = z.infer<ReturnType<typeof World>>;

type Broken = readonly [path: readonly (string | number)[], message: string];

/** Every reference of a world that leads nowhere, every id that is there twice, every assumption that cannot be made. */
function* brokenReferences(world: World): Generator<Broken> {
  for (const [rule, choice] of Object.entries(world.assumptions)) {
    const refusal = assumptionRefusal(rule, choice);
    if (refusal !== null) yield [["assumptions", rule], refusal];
  }
  const lists = {
    firms: world.firms,
    firmMembers: world.firmMembers,
    referralCodes: world.referralCodes,
    apiKeys: world.apiKeys,
    clientProfiles: world.clientProfiles,
    leads: world.leads,
    plans: world.plans,
    workflows: world.workflows,
  };
  const known = new Map<string, Set<string>>();
  for (const [name, list] of Object.entries(lists)) {
    const ids = new Set<string>();
    known.set(name, ids);
    for (const [index, item] of list.entries()) {
      if (ids.has(item.id)) yield [[name, index, "id"], `${item.id} is there twice`];
      ids.add(item.id);
    }
  }
  yield* keysGivenTwice(world);
  for (const [path, list, wanted] of references(world)) {
    if (!known.get(list)?.has(wanted)) yield [path, `${list} has no ${wanted}`];
  }
}

function* keysGivenTwice({ apiKeys }: World): Generator<Broken> {
  const given = new Set<string>();
  for (const [index, { key }] of apiKeys.entries()) {
    if (key === undefined) continue;
    if (given.has(key.toLowerCase())) yield [["apiKeys", index, "key"], "The key is there twice"];
    given.add(key.toLowerCase());
  }
}

type Reference = readonly [path: readonly (string | number)[], list: string, id: string];

function* references(world: World): Generator<Reference> {
  for (const name of ["firmMembers", "referralCodes", "apiKeys"] as const) {
    for (const [index, item] of world[name].entries()) {
      yield [[name, index, "firmId"], "firms", item.firmId];
    }
  }
  for (const [index, lead] of world.leads.entries()) {
    const parents = lead.resourceType === "Firm" ? "firms" : "firmMembers";
    yield [["leads", index, "resourceId"], parents, lead.resourceId];
    const { clientProfileId, referredByReferralCodeId: codeId } = lead;
    if (typeof codeId === "string") {
      yield [["leads", index, "referredByReferralCodeId"], "referralCodes", codeId];
    }
    if (typeof clientProfileId === "string") {
      yield [["leads", index, "clientProfileId"], "clientProfiles", clientProfileId];
    }
    for (const planId of lead.plan_ids ?? []) yield [["leads", index, "plan_ids"], "plans", planId];
  }
  for (const [index, plan] of world.plans.entries()) {
    yield [["plans", index, "clientProfileId"], "clientProfiles", plan.clientProfileId];
    if (typeof plan.leadId === "string") yield [["plans", index, "leadId"], "leads", plan.leadId];
    for (const firmId of plan.owners) yield [["plans", index, "owners"], "firms", firmId];
  }
}
