/** The format of a fixture: one world as a JSON document. */
import * as z from "zod";

import type { Assumptions } from "../rules/trace.ts";
import { assumptionRefusal } from "../rules/trace.ts";
import { isJsonObject } from "../values/json.ts";
import { lazy } from "../values/lazy.ts";
import { listOf, problemsCounted } from "./list-of.ts";
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
      firms: optionalList(WorldFirm()),
      firmMembers: optionalList(WorldFirmMember()),
      referralCodes: optionalList(WorldReferralCode()),
      apiKeys: optionalList(WorldApiKey()),
      clientProfiles: optionalList(WorldClientProfile()),
      leads: optionalList(WorldLead()),
      plans: optionalList(WorldPlan()),
      workflows: optionalList(WorldWorkflow()),
    })
    .superRefine((world, context) => {
      for (const [path, message] of brokenReferences(world)) {
        context.addIssue({ code: "custom", path: [...path], message });
        if (context.issues.length >= problemsCounted) return;
      }
    })
    .meta({ id: "World", description: "A world in the format of a fixture" });
});
export type World = z.infer<ReturnType<typeof World>>;

/** The documented schema repeats the default, because zod documents none for a list with code. */
function optionalList<Item extends z.ZodType>(item: Item) {
  return listOf(item)
    .default([])
    .meta({ documentedAs: z.array(item).default([]) });
}

type Broken = readonly [path: readonly (string | number)[], message: string];

/** Reports dangling references, duplicate ids and invalid assumptions of a world. */
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
  for (const name of ["firms", "clientProfiles"] as const) {
    for (const [index, { creatorFirmId }] of world[name].entries()) {
      if (creatorFirmId !== undefined)
        yield [[name, index, "creatorFirmId"], "firms", creatorFirmId];
    }
  }
  for (const [index, lead] of world.leads.entries()) {
    for (const [field, list, id] of leadReferences(lead)) yield [["leads", index, field], list, id];
  }
  for (const [index, plan] of world.plans.entries()) {
    for (const [field, list, id] of planReferences(plan)) yield [["plans", index, field], list, id];
  }
}

/** A reference of a record: the list that must contain the field's id. */
type RecordReference = readonly [field: string, list: keyof World, id: string];

const listOfParent = {
  Firm: "firms",
  FirmMember: "firmMembers",
  ClientProfile: "clientProfiles",
} as const;

function* leadReferences(lead: World["leads"][number]): Generator<RecordReference> {
  yield ["resourceId", listOfParent[lead.resourceType], lead.resourceId];
  if (lead.firmId !== undefined) yield ["firmId", "firms", lead.firmId];
  const { clientProfileId, referredByReferralCodeId: codeId } = lead;
  if (typeof codeId === "string") yield ["referredByReferralCodeId", "referralCodes", codeId];
  if (typeof clientProfileId === "string") {
    yield ["clientProfileId", "clientProfiles", clientProfileId];
  }
  for (const planId of lead.plan_ids ?? []) yield ["plan_ids", "plans", planId];
}

function* planReferences(plan: World["plans"][number]): Generator<RecordReference> {
  yield ["clientProfileId", "clientProfiles", plan.clientProfileId];
  if (typeof plan.leadId === "string") yield ["leadId", "leads", plan.leadId];
  for (const firmId of plan.owners) yield ["owners", "firms", firmId];
}
