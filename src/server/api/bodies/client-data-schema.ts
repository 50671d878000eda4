import * as z from "zod";

import { planTypes, planTypesOfHostedTools } from "../../../domain/model/plan.ts";
import type { Choice } from "../../../domain/rules/catalogue.ts";
import { ruleOf } from "../../../domain/rules/catalogue.ts";
import type { ChoiceReader } from "../../../domain/rules/trace.ts";
import { fieldErrorsMax } from "../../../network/http/api-error.ts";
import { showing } from "../../../network/http/field-errors.ts";
import { listOf } from "../../../world/workspace/fixtures/list-of.ts";
import type { DocumentedField } from "./client-data-rules.ts";
import { isDate, isDateOrMoment } from "./dates.ts";

/** The values that the reference shows (rule client-data.values). */
const referenceValues = {
  prefix: ["Mr.", "Ms.", "Mrs."],
  citizenship: ["Canadian Citizen", "Permanent Legal Resident (PR)"],
  maritalStatus: ["Single", "Married", "Separated"],
} as const;

/** The documented fields, the shapes that the reference shows, and any other data (interface 2.2). */
export function clientDataSchema(choice: ChoiceReader) {
  const optional = optionalBy(choice("lead.optional-null"));
  const values = choice("client-data.values");
  const otherDates = choice("client-data.date-of-birth.other");
  const oneOf = (field: keyof typeof referenceValues) =>
    optional(values === "any-string" ? z.string() : z.enum(referenceValues[field]));
  return z
    .looseObject({
      ...({
        prefix: oneOf("prefix"),
        citizenship: oneOf("citizenship"),
        maritalStatus: oneOf("maritalStatus"),
        dateOfBirth: optional(otherDates === "accepted" ? z.string() : birthDate()),
        isFirstTimeHomeBuyer: optional(z.boolean()),
        notes: optional(z.string()),
        Plans: optional(plansSchema(choice)),
      } satisfies Record<DocumentedField, z.ZodType>),
      ...(choice("client-data.enrichment") === "type-checked" ? enrichmentShape(optional) : {}),
    })
    .meta({
      id: "ClientDataInput",
      description: `${ruleOf("client-data.fields").statement} ${ruleOf("client-data.enrichment").statement}`,
    });
}

type Optional = ReturnType<typeof optionalBy>;

/** No value of JSON is undefined, so `optional` does as well as `exactOptional`, which makes an error of each missing field. */
function optionalBy(optionalNull: Choice<"lead.optional-null">) {
  return <Schema extends z.ZodType>(schema: Schema) =>
    optionalNull === "accepted" ? schema.nullable().optional() : schema.optional();
}

function birthDate() {
  return z
    .string()
    .refine(
      isDateOrMoment,
      showing(
        "client-data.date-of-birth.other",
        "Expected a date that exists, such as 1990-02-28, or a timestamp such as 1990-02-28T00:00:00Z",
      ),
    )
    .meta({ documentedAs: z.union([z.iso.date(), z.iso.datetime({ offset: true })]) });
}

function plansSchema(choice: ChoiceReader) {
  const plan = z.looseObject({ type: planTypeSchema(choice("plan.type")) });
  const plans = boundedList(plan);
  return choice("client-data.plans.empty") === "accepted"
    ? plans
    : plans
        .refine(
          (list) => list.length > 0,
          showing("client-data.plans.empty", "Expected one Plan or more"),
        )
        .meta({ documentedAs: z.array(plan).min(1) });
}

/** Checked until it has more errors than an answer shows. */
function boundedList<Item extends z.ZodType>(item: Item) {
  return listOf(item, fieldErrorsMax + 1);
}

/** The type of a Plan (rule plan.type). */
export function planTypeSchema(planType: Choice<"plan.type">): z.ZodType {
  switch (planType) {
    case "any-string":
      return z.string();
    case "hosted-tool-types":
      return z.enum(planTypesOfHostedTools);
    case "reference-types":
      return z.enum(planTypes);
  }
}

/** The shapes that the reference shows in addition to the interface (rule client-data.enrichment). */
function enrichmentShape(optional: Optional) {
  const text = optional(z.string());
  const date = optional(
    z
      .string()
      .refine(isDate, showing("client-data.enrichment", "Expected a date that exists, YYYY-MM-DD"))
      .meta({ format: "date" }),
  );
  const income = z
    .looseObject({
      type: text,
      startedOn: date,
      endedOn: date,
      description: text,
      streams: optional(z.looseObject({})),
      employmentDetails: optional(employmentShape(optional, date)),
    })
    .meta({ id: "IncomeInput" });
  const asset = z
    .looseObject({ type: text, description: text, value: optional(z.number()) })
    .meta({ id: "AssetInput" });
  return {
    sin: text,
    creditScoreEstimation: text,
    advisorProfileId: text,
    Assets: optional(boundedList(asset)),
    Incomes: optional(boundedList(income)),
  };
}

/** By the types that it cannot have: no form with both types is read by every generator of clients. */
function documentedTextOrObject<Schema extends z.ZodType>(schema: Schema) {
  const refused = ["array", "boolean", "number"];
  const type = schema.safeParse(null).success ? refused : [...refused, "null"];
  return schema.meta({ documentedAs: z.unknown().meta({ not: { type } }) });
}

function employmentShape(optional: Optional, date: z.ZodType) {
  const text = optional(z.string());
  const textOrObject = documentedTextOrObject(optional(z.union([z.string(), z.looseObject({})])));
  const address = z
    .looseObject({
      unitNumber: text,
      streetNumber: text,
      streetName: text,
      locality: text,
      administrativeArea: text,
      postalCode: text,
      country: text,
      premise: text,
      googlePlaceId: text,
      locationGeometry: textOrObject,
    })
    .meta({ id: "AddressInput" });
  return z
    .looseObject({
      type: text,
      jobTitle: text,
      phone: textOrObject,
      sector: text,
      businessName: text,
      address: optional(address),
      businessType: text,
      businessEstablishedOn: date,
      businessAnnualGrossRevenue: text,
      probationEndsOn: date,
    })
    .meta({ id: "EmploymentDetailsInput" });
}
