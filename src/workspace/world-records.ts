/** The records of a world as a fixture writes them, each shape made on first use. Times are ISO 8601 in UTC. */
import * as z from "zod";

import { keyProblem, permissions } from "../domain/api-key.ts";
import { emailPattern } from "../domain/email-address.ts";
import { environments, logoLengthMax, logoProblem, roleTypes } from "../domain/firm.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import { isJsonObject } from "../domain/json.ts";
import { lazy } from "../domain/lazy.ts";
import { planStatuses } from "../domain/plan.ts";
import { methodsWithBody } from "../domain/workflow.ts";
import { earliestMoment, latestMoment, momentExpected } from "./clock.ts";

/** Any JSON. It is taken as it is, as are objects and choices: zod's own schemas pass over keys named `__proto__`. */
export const JsonValue = lazy(() =>
  z.custom<Json>((value) => value !== undefined).meta({ id: "JsonValue", description: "Any JSON" }),
);

/** What records of every kind are made of. */
export const parts = lazy(() => {
  // Patterns, not lengths: zod's check of a length throws on an object whose `length` is no number.
  const id = z.string().regex(/^[^\ud800-\udfff]{1,64}$/u);
  const text = z.string().regex(/./su);
  const moment = z.iso.datetime({ offset: true, error: momentExpected }).refine((written) => {
    const at = Date.parse(written);
    return Number.isNaN(at) || (at >= earliestMoment && at <= latestMoment);
  }, "Expected a moment of the years 0 to 9999 in UTC");
  const jsonObject = z
    .custom<JsonObject>(isJsonObject, "Expected an object")
    .meta({ type: "object", additionalProperties: true });
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
    phone: JsonValue().exactOptional(),
    clientData: jsonObject.nullable().exactOptional(),
  };
  const environment = z.enum(environments).default("sandbox");
  return { id, text, moment, jsonObject, record, person, environment };
});

export const WorldFirm = lazy(() => {
  const { record, text } = parts();
  return z
    .strictObject({
      ...record,
      name: text,
      firmType: text,
      colour: z.string().nullable().exactOptional(),
      logo: z
        .string()
        .refine((logo) => logo.length <= logoLengthMax, logoProblem)
        .nullable()
        .exactOptional(),
    })
    .meta({ id: "WorldFirm" });
});
export type WorldFirm = z.infer<ReturnType<typeof WorldFirm>>;

/** `subscription`: whether the member's notification subscription is active; none when left out. */
export const WorldFirmMember = lazy(() => {
  const { id, record } = parts();
  return z
    .strictObject({
      ...record,
      firmId: id,
      email: z.email({ pattern: emailPattern }),
      firstName: z.string(),
      lastName: z.string(),
      isOwner: z.boolean(),
      subscription: z.enum(["active", "inactive"]).exactOptional(),
    })
    .meta({ id: "WorldFirmMember" });
});
export type WorldFirmMember = z.infer<ReturnType<typeof WorldFirmMember>>;

export const WorldReferralCode = lazy(() => {
  const { id, record } = parts();
  return z.strictObject({ ...record, firmId: id }).meta({ id: "WorldReferralCode" });
});
export type WorldReferralCode = z.infer<ReturnType<typeof WorldReferralCode>>;

/** Without `key`, the key is made from the seed; without `quotaPerHour`, rule quota.value says it. */
export const WorldApiKey = lazy(() => {
  const { id, moment } = parts();
  return z
    .strictObject({
      id,
      key: z.uuidv4({ error: ({ input }) => keyProblem(input) }).exactOptional(),
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
});
export type WorldApiKey = z.infer<ReturnType<typeof WorldApiKey>>;

export const WorldClientProfile = lazy(() => {
  const { environment, person, record } = parts();
  return z.strictObject({ ...record, environment, ...person }).meta({ id: "WorldClientProfile" });
});
export type WorldClientProfile = z.infer<ReturnType<typeof WorldClientProfile>>;

export const WorldLead = lazy(() => {
  const { environment, id, moment, person, record } = parts();
  return z
    .strictObject({
      ...record,
      environment,
      ...person,
      resourceType: z.enum(["Firm", "FirmMember"]),
      resourceId: id,
      referredByReferralCodeId: id.nullable().exactOptional(),
      convertedAt: moment.nullable().exactOptional(),
      plan_ids: z.array(id).exactOptional(),
      clientProfileId: id.nullable().exactOptional(),
    })
    .meta({ id: "WorldLead" });
});
export type WorldLead = z.infer<ReturnType<typeof WorldLead>>;

/** `owners`: the ids of the Firms that own the Plan. */
export const WorldPlan = lazy(() => {
  const { environment, id, record } = parts();
  return z
    .strictObject({
      ...record,
      environment,
      clientProfileId: id,
      leadId: id.nullable().exactOptional(),
      name: z.string().nullable().exactOptional(),
      type: z.string(),
      status: z.enum(planStatuses),
      amount: z.number().nullable().exactOptional(),
      owners: z.array(id),
    })
    .meta({ id: "WorldPlan" });
});
export type WorldPlan = z.infer<ReturnType<typeof WorldPlan>>;

const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** `request` is a JSON Schema of the body; `answer` is sent as it stands (rule workflow.unknown). */
export const WorldWorkflow = lazy(() => {
  const { id, jsonObject } = parts();
  return z
    .strictObject({
      id,
      method: z.enum(["GET", "POST", "PATCH", "DELETE", "PUT"]),
      request: jsonObject.nullable().exactOptional(),
      answer: z.strictObject({ status: z.int().min(200).max(599), body: JsonValue() }),
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
});
export type WorldWorkflow = z.infer<ReturnType<typeof WorldWorkflow>>;
