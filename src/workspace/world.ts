import * as z from "zod";

import { permissions } from "../domain/api-key.ts";
import { environments, roleTypes } from "../domain/firm.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import { isJsonObject } from "../domain/json.ts";
import { planStatuses } from "../domain/plan.ts";
import { methodsWithBody } from "../domain/workflow.ts";
import type { Assumptions } from "../rules/trace.ts";
import { assumptionRefusal } from "../rules/trace.ts";
import { earliestMoment, latestMoment } from "./clock.ts";

/** The format of a fixture: one world as a JSON document. Times are ISO 8601 in UTC. */

// Patterns, not lengths: zod's check of a length throws on an object whose `length` is no number.
const id = z.string().regex(/^[^\ud800-\udfff]{1,64}$/u);
const text = z.string().regex(/./su);
const moment = z.iso.datetime({ offset: true }).refine((written) => {
  const at = Date.parse(written);
  return Number.isNaN(at) || (at >= earliestMoment && at <= latestMoment);
}, "Invalid ISO datetime");
/** Any JSON. It is taken as it is, as are objects and choices: zod's own schemas pass over keys named `__proto__`. */
export const JsonValue = z
  .custom<Json>((value) => value !== undefined)
  .meta({ id: "JsonValue", description: "Any JSON" });
const json = JsonValue;
const jsonObject = z
  .custom<JsonObject>(isJsonObject, "Expected an object")
  .meta({ type: "object", additionalProperties: true });
const choices = z
  .custom<Assumptions>(isJsonObject, "Expected an object")
  .meta({ type: "object", additionalProperties: { type: "string" } });
const record = {
  id,
  createdAt: moment.exactOptional(),
  updatedAt: moment.exactOptional(),
  deletedAt: moment.nullable().exactOptional(),
};
const person = {
  email: z.string(),
  firstName: z.string().nullable().exactOptional(),
  lastName: z.string().nullable().exactOptional(),
  phone: json.exactOptional(),
  clientData: jsonObject.nullable().exactOptional(),
};

export const WorldFirm = z
  .strictObject({
    ...record,
    name: text,
    firmType: text,
    colour: z.string().nullable().exactOptional(),
    logo: z.string().nullable().exactOptional(),
  })
  .meta({ id: "WorldFirm" });
export type WorldFirm = z.infer<typeof WorldFirm>;

/** `subscription`: whether the member's notification subscription is active; none when left out. */
export const WorldFirmMember = z
  .strictObject({
    ...record,
    firmId: id,
    email: z.email(),
    firstName: z.string(),
    lastName: z.string(),
    isOwner: z.boolean(),
    subscription: z.enum(["active", "inactive"]).exactOptional(),
  })
  .meta({ id: "WorldFirmMember" });
export type WorldFirmMember = z.infer<typeof WorldFirmMember>;

export const WorldReferralCode = z
  .strictObject({ ...record, firmId: id })
  .meta({ id: "WorldReferralCode" });
export type WorldReferralCode = z.infer<typeof WorldReferralCode>;

/** Without `key`, the key is made from the seed; without `quotaPerHour`, rule quota.value says it. */
export const WorldApiKey = z
  .strictObject({
    id,
    key: z.uuidv4().exactOptional(),
    firmId: id,
    roleType: z.enum(roleTypes),
    environment: z.enum(environments),
    quotaPerHour: z.int().min(1).nullable().exactOptional(),
    permissions: z.array(z.enum(permissions)).exactOptional(),
    createdAt: moment.exactOptional(),
    expiresAt: moment.nullable().exactOptional(),
    revokedAt: moment.nullable().exactOptional(),
  })
  .meta({ id: "WorldApiKey" });
export type WorldApiKey = z.infer<typeof WorldApiKey>;

export const WorldClientProfile = z
  .strictObject({ ...record, ...person })
  .meta({ id: "WorldClientProfile" });
export type WorldClientProfile = z.infer<typeof WorldClientProfile>;

export const WorldLead = z
  .strictObject({
    ...record,
    ...person,
    resourceType: z.enum(["Firm", "FirmMember"]),
    resourceId: id,
    referredByReferralCodeId: id.nullable().exactOptional(),
    convertedAt: moment.nullable().exactOptional(),
    plan_ids: z.array(id).exactOptional(),
    clientProfileId: id.nullable().exactOptional(),
  })
  .meta({ id: "WorldLead" });
export type WorldLead = z.infer<typeof WorldLead>;

/** `owners`: the ids of the Firms that own the Plan. */
export const WorldPlan = z
  .strictObject({
    ...record,
    clientProfileId: id,
    leadId: id.nullable().exactOptional(),
    name: z.string().nullable().exactOptional(),
    type: text,
    status: z.enum(planStatuses),
    amount: z.number().nullable().exactOptional(),
    owners: z.array(id),
  })
  .meta({ id: "WorldPlan" });
export type WorldPlan = z.infer<typeof WorldPlan>;

const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** `request` is a JSON Schema of the body; `answer` is sent as it stands (rule workflow.unknown). */
export const WorldWorkflow = z
  .strictObject({
    id,
    method: z.enum(["GET", "POST", "PATCH", "DELETE", "PUT"]),
    request: jsonObject.nullable().exactOptional(),
    answer: z.strictObject({ status: z.int().min(200).max(599), body: json }),
  })
  .refine(
    ({ method, request }) => !request || methodsWithBody.includes(method),
    "A workflow with a request is a POST, PATCH or PUT",
  )
  .refine(
    ({ answer: { status, body } }) => body === null || !bodiless.has(status),
    "An answer of this status has no body: it is null",
  )
  .meta({ id: "WorldWorkflow" });
export type WorldWorkflow = z.infer<typeof WorldWorkflow>;

export const World = z
  .strictObject({
    description: z.string().exactOptional(),
    createdAt: moment.exactOptional(),
    assumptions: choices.default({}),
    firms: z.array(WorldFirm).default([]),
    firmMembers: z.array(WorldFirmMember).default([]),
    referralCodes: z.array(WorldReferralCode).default([]),
    apiKeys: z.array(WorldApiKey).default([]),
    clientProfiles: z.array(WorldClientProfile).default([]),
    leads: z.array(WorldLead).default([]),
    plans: z.array(WorldPlan).default([]),
    workflows: z.array(WorldWorkflow).default([]),
  })
  .superRefine((world, context) => {
    for (const [path, message] of brokenReferences(world)) {
      context.addIssue({ code: "custom", path: [...path], message });
    }
  })
  .meta({ id: "World", description: "A world in the format of a fixture" });
export type World = z.infer<typeof World>;

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
