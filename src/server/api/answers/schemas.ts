/**
 * The schemas of the emulated API's answers (interface 2, 7), each made on first use. The sandbox checks its
 * own answers against them.
 */
import * as z from "zod";

import type { Json } from "../../../base/values/json.ts";
import { lazy } from "../../../base/values/lazy.ts";
import { planStatuses, spelledStatus } from "../../../domain/model/plan.ts";
import { clientProfileFields } from "../../../domain/records/client-profile.ts";
import type { Field, Fields } from "../../../domain/records/field.ts";
import { firmMemberFields } from "../../../domain/records/firm-member.ts";
import { firmFields } from "../../../domain/records/firm.ts";
import { shapeOf } from "../../../domain/records/forms.ts";
import { leadFields, leadParentTypes } from "../../../domain/records/lead.ts";
import { planFields } from "../../../domain/records/plan.ts";
import { referralCodeFields } from "../../../domain/records/referral-code.ts";
import { ruleOf } from "../../../domain/rules/catalogue.ts";
import type { Assumptions } from "../../../domain/rules/trace.ts";
import { chosenFor } from "../../../domain/rules/trace.ts";

const Id = lazy(() => z.string().min(1));
const Moment = lazy(() => z.iso.datetime({ precision: 3 }));
const record = lazy(() => ({
  id: Id().describe("Assigned by the service"),
  createdAt: Moment().describe("Set by the service"),
  updatedAt: Moment().describe("Set by the service"),
  deletedAt: Moment().nullable().describe("Null while the record is not soft-deleted"),
}));
const AnyObject = lazy(() =>
  z
    .custom<Readonly<Record<string, unknown>>>(
      (value) => typeof value === "object" && value !== null && !Array.isArray(value),
      "Expected an object",
    )
    .meta({ type: "object", additionalProperties: true }),
);
const AnyJson = lazy(() => z.custom<Json>((value) => value !== undefined, "Expected a value"));

/** Personal data: documented here, but not validated. */
const person = lazy(() => ({
  phone: AnyJson().meta({ documentedAs: documentedPhone }),
  clientData: AnyObject().nullable().meta({ documentedAs: documentedClientData() }),
}));

/**
 * The schemas of a record's wire form; `special` replaces the schemas of single fields. Stored values are
 * sent unchanged, because a fixture may contain values that no client can send.
 */
function wireShape(fields: Fields, special: Readonly<Record<string, z.ZodType>> = {}) {
  const known: Readonly<Record<string, z.ZodType>> = { ...record(), ...special };
  return shapeOf(fields, "wire", (field, name) => known[name] ?? wireSchema(field));
}

function wireSchema({ kind, nullable, leftOut, oneOf }: Field): z.ZodType {
  const schema = oneOf === undefined ? schemaOfKind[kind]() : z.enum(oneOf);
  if (leftOut === true) return schema.exactOptional();
  return nullable === true ? schema.nullable() : schema;
}

const schemaOfKind = {
  id: Id,
  text: () => z.string(),
  status: () => z.string(),
  moment: Moment,
  json: AnyJson,
  object: AnyObject,
  strings: () => z.array(Id()),
  flag: () => z.boolean(),
  number: () => z.number(),
} as const;

function documentedPhone(assumptions: Assumptions) {
  const shape = { number: z.string(), extension: z.string().exactOptional() };
  const isOpen = chosenFor("lead.phone.further-keys", assumptions) === "kept";
  return z.union([
    (isOpen ? z.looseObject(shape) : z.strictObject(shape)).meta({
      id: "Phone",
      description: ruleOf("lead.phone.shape").statement,
    }),
    z.string().describe("What was sent, under `kept-as-string` of rule lead.phone.string"),
    z.null(),
  ]);
}

/** Open: the interface shows only `Firm`, and the service may have types unknown to the sandbox. */
function documentedParentType() {
  return z.string().meta({
    description: "The type of the parent that owns the Lead; expect values beyond these",
    "x-extensible-enum": [...leadParentTypes],
  });
}

/** Open: only the reference lists the statuses, and how the service spells them is a choice. */
function documentedStatus(assumptions: Assumptions) {
  const spelling = chosenFor("plan.status.spelling", assumptions);
  return z.string().meta({
    description: ruleOf("plan.status.spelling").statement,
    "x-extensible-enum": planStatuses.map((status) => spelledStatus(status, spelling)),
  });
}

function documentedClientData() {
  return z
    .looseObject({
      prefix: z.string().nullable().exactOptional(),
      citizenship: z.string().nullable().exactOptional(),
      maritalStatus: z.string().nullable().exactOptional(),
      dateOfBirth: z.string().nullable().exactOptional(),
      isFirstTimeHomeBuyer: z.boolean().nullable().exactOptional(),
      notes: z.string().nullable().exactOptional(),
      Plans: z
        .array(
          z.looseObject({
            type: z.string(),
            planId: Id().exactOptional().describe("The Plan that conversion made of it"),
          }),
        )
        .nullable()
        .exactOptional(),
    })
    .meta({ id: "ClientData", description: "As sent: every further key is kept" })
    .nullable();
}

export const ClientProfile = lazy(() =>
  z.strictObject(wireShape(clientProfileFields, person())).meta({ id: "ClientProfile" }),
);

export const Plan = lazy(() =>
  z
    .strictObject({
      ...wireShape(planFields, {
        status: z.string().meta({ documentedAs: documentedStatus }),
      }),
      ClientProfiles: z
        .array(ClientProfile())
        .exactOptional()
        .describe("There when they are included"),
    })
    .meta({ id: "Plan" }),
);

export const Lead = lazy(() =>
  z
    .strictObject({
      ...wireShape(leadFields, {
        ...person(),
        resourceType: z.enum(leadParentTypes).meta({ documentedAs: documentedParentType() }),
        resourceId: Id().describe("The parent that owns the Lead"),
        referredByReferralCodeId: z.string().nullable(),
        convertedAt: Moment().nullable().describe("Set when the Lead is converted"),
        planIds: z.array(Id()).exactOptional().describe("There once conversion made Plans"),
      }),
      Plans: z.array(Plan()).exactOptional().describe("There when they are included"),
    })
    .meta({ id: "Lead" }),
);

export const Firm = lazy(() => z.strictObject(wireShape(firmFields)).meta({ id: "Firm" }));

export const FirmMember = lazy(() =>
  z.strictObject(wireShape(firmMemberFields)).meta({ id: "FirmMember" }),
);

export const ReferralCode = lazy(() =>
  z.strictObject(wireShape(referralCodeFields)).meta({ id: "ReferralCode" }),
);

/** The metadata of a page (interface 2.5; rule list.envelope). */
export const PageMeta = lazy(() => {
  const count = z.int().min(0);
  return z
    .strictObject({ total: count, count, offset: count, limit: count })
    .meta({ id: "PageMeta" });
});

/** `{ data }` around one resource (interface 2.5; rule http.json). */
export function single(resource: () => z.ZodType) {
  return lazy(() =>
    z.strictObject({ data: resource() }).meta({ id: `${schemaId(resource())}Answer` }),
  );
}

/** `{ data, meta }` around a page of resources (interface 2.5; rule list.envelope). */
export function paginated(resource: () => z.ZodType) {
  return lazy(() =>
    z
      .strictObject({ data: z.array(resource()), meta: PageMeta() })
      .meta({ id: `${schemaId(resource())}Page` }),
  );
}

function schemaId(resource: z.ZodType): string {
  return resource.meta()?.id ?? "";
}
