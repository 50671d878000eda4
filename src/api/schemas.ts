/** The shapes of what the emulated API answers (interface 2, 7); the sandbox checks its own answers against them. */
import * as z from "zod";

import type { Json } from "../domain/json.ts";
import { planStatuses } from "../domain/plan.ts";

const Id = z.string().min(1);
const Moment = z.iso.datetime({ precision: 3 });
const record = { id: Id, createdAt: Moment, updatedAt: Moment, deletedAt: Moment.nullable() };
const AnyObject = z
  .custom<Readonly<Record<string, unknown>>>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    "Expected an object",
  )
  .meta({ type: "object", additionalProperties: true });
const AnyJson = z.custom<Json>((value) => value !== undefined, "Expected a value");

export const ClientProfile = z
  .strictObject({
    ...record,
    email: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    phone: AnyJson,
    clientData: AnyObject.nullable(),
  })
  .meta({ id: "ClientProfile" });
export type ClientProfile = z.infer<typeof ClientProfile>;

export const Plan = z
  .strictObject({
    ...record,
    name: z.string().nullable(),
    type: z.string(),
    status: z.enum(planStatuses),
    amount: z.number().nullable(),
    ClientProfiles: z.array(ClientProfile).exactOptional(),
  })
  .meta({ id: "Plan" });
export type Plan = z.infer<typeof Plan>;

export const Lead = z
  .strictObject({
    ...record,
    email: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    phone: AnyJson,
    clientData: AnyObject.nullable(),
    resourceType: z.enum(["Firm", "FirmMember"]),
    resourceId: Id,
    referredByReferralCodeId: z.string().nullable(),
    convertedAt: Moment.nullable(),
    plan_ids: z.array(Id).exactOptional(),
    Plans: z.array(Plan).exactOptional(),
  })
  .meta({ id: "Lead" });
export type Lead = z.infer<typeof Lead>;

export const Firm = z
  .strictObject({ ...record, name: z.string(), firmType: z.string() })
  .meta({ id: "Firm" });
export type Firm = z.infer<typeof Firm>;

export const FirmMember = z
  .strictObject({
    ...record,
    firmId: Id,
    firmType: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    isOwner: z.boolean(),
  })
  .meta({ id: "FirmMember" });
export type FirmMember = z.infer<typeof FirmMember>;

export const ReferralCode = z.strictObject({ ...record, firmId: Id }).meta({ id: "ReferralCode" });
export type ReferralCode = z.infer<typeof ReferralCode>;

const Count = z.int().min(0);
export const PageMeta = z
  .strictObject({ total: Count, count: Count, offset: Count, limit: Count })
  .meta({ id: "PageMeta" });

/** `{ data }` around one resource (interface 2.5; rule http.json). */
export function single<Schema extends z.ZodType>(resource: Schema) {
  return z.strictObject({ data: resource });
}

/** `{ data, meta }` around a page of resources (interface 2.5; rule list.envelope). */
export function paginated<Schema extends z.ZodType>(resource: Schema) {
  return z.strictObject({ data: z.array(resource), meta: PageMeta });
}
