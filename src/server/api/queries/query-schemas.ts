/**
 * The query parameters as the contract documents them under a workspace's assumptions. Assumptions also decide which
 * values have no effect, so query.ts parses them itself.
 */
import * as z from "zod";

import type { ListedResource } from "../../../domain/model/fields.ts";
import { listFields } from "../../../domain/model/fields.ts";
import { pageSizeDefault, pageSizeMax } from "../../../domain/model/list-query.ts";
import type { FieldType } from "../../../domain/model/list-query.ts";
import { planStatuses, spelledStatus } from "../../../domain/model/plan.ts";
import type { RuleId } from "../../../domain/rules/catalogue.ts";
import { ruleOf } from "../../../domain/rules/catalogue.ts";
import type { Assumptions } from "../../../domain/rules/trace.ts";
import { chosenFor } from "../../../domain/rules/trace.ts";
import { includePaths } from "./query.ts";

const scopes = ["withDeleted", "active"] as const;

function scope(assumptions: Assumptions, ...rules: readonly RuleId[]) {
  const isOpen = chosenFor("scope.unknown", assumptions) === "ignored";
  const schema = isOpen ? z.string().meta({ "x-extensible-enum": [...scopes] }) : z.enum(scopes);
  return schema.optional().describe(statementsOf(...rules, "scope.unknown"));
}

function scopeOfReads(assumptions: Assumptions) {
  return scope(assumptions, "scope.default", "scope.with-deleted", "scope.active");
}

/** GET of one record. */
export function recordParameters(resource: ListedResource) {
  return (assumptions: Assumptions) =>
    z.object({ scope: scopeOfReads(assumptions), ...include(resource, assumptions) });
}

export function listParameters(resource: ListedResource) {
  return (assumptions: Assumptions) =>
    z.object({
      limit: limit(assumptions).default(pageSizeDefault).describe(statementsOf("list.limit")),
      offset: offset(assumptions).default(0).describe(statementsOf("list.offset")),
      order: orderSchema(resource, assumptions)
        .optional()
        .meta({
          description: statementsOf("list.order", "list.order.ties", "list.order.quotes"),
          parameterMediaType: "application/json",
          example: [["createdAt", "DESC"]],
        }),
      filter: filter(resource, assumptions),
      scope: scopeOfReads(assumptions),
      ...include(resource, assumptions),
    });
}

function limit(assumptions: Assumptions) {
  return chosenFor("list.limit", assumptions) === "clamped"
    ? anything()
    : z.int().min(1).max(pageSizeMax);
}

function offset(assumptions: Assumptions) {
  return chosenFor("list.offset", assumptions) === "zero" ? anything() : z.int().min(0);
}

/** Where the nearest allowed value, or the default, replaces one that is not an allowed integer. */
function anything() {
  return z.union([z.int(), z.string()]);
}

/** `include`, with its other spelling where the service reads that too (rule include.spelling). */
function include(resource: ListedResource, assumptions: Assumptions) {
  const parameter = includeOf(resource, chosenFor("include.unknown", assumptions) === "ignored");
  const isSpelledSo = chosenFor("include.spelling", assumptions) === "accepted";
  return {
    include: parameter,
    ...(isSpelledSo ? { includes: parameter.describe(statementsOf("include.spelling")) } : {}),
  };
}

/** Comma-separated paths. A resource without paths rejects any. */
function includeOf(resource: ListedResource, isOpen: boolean): z.ZodType {
  const paths = includePaths[resource];
  const rules = statementsOf(
    "include.plans",
    "include.plans.several-leads",
    "include.client-profiles",
    "include.permission",
    "include.separator",
    "include.unknown",
  );
  const description = `Takes ${paths.join(" and ")}. ${rules}`;
  if (paths.length === 0) {
    const text = isOpen ? z.string() : z.string().max(0);
    return text
      .optional()
      .describe(`Here is nothing to include. ${statementsOf("include.unknown")}`);
  }
  return z
    .array(isOpen ? z.string() : z.enum(paths))
    .optional()
    .meta({ description, examples: [[...paths]] });
}

function filter(resource: ListedResource, assumptions: Assumptions) {
  const rules = statementsOf(
    "list.filter",
    "list.filter.invalid",
    "list.filter.local-time",
    "list.filter.timestamps",
    "list.filter.operators",
    "list.filter.operators.further",
    "list.filter.operators.unknown",
    "list.filter.object-field",
    "list.filter.unknown-field",
  );
  return filterSchema(resource, assumptions)
    .optional()
    .meta({
      description: rules,
      parameterMediaType: "application/json",
      example: { createdAt: { $lt: "2026-02-01T00:00:00.000Z" }, deletedAt: null },
    });
}

/** The statements of the rules, joined. */
function statementsOf(...rules: readonly RuleId[]): string {
  return rules.map((rule) => ruleOf(rule).statement).join(" ");
}

/** The rules that can reject the parameters of one record. */
export const recordRefusals = [
  "scope.unknown",
  "include.unknown",
  "query.repeated",
  "query.unknown",
] as const satisfies readonly RuleId[];

/** The rules that can reject the parameters of a list. */
export function listRefusals(resource: ListedResource): readonly RuleId[] {
  const hasObjects = Object.values(listFields[resource]).some((type) => type === "unsupported");
  return [
    "list.limit",
    "list.offset",
    "list.order",
    "list.order.quotes",
    "list.filter.invalid",
    "list.filter.operators.further",
    "list.filter.operators.unknown",
    ...(hasObjects ? (["list.filter.object-field"] as const) : []),
    "list.filter.unknown-field",
    ...recordRefusals,
  ];
}

/** PATCH of a Lead. */
export function ScopeParameters(assumptions: Assumptions) {
  return z.object({ scope: scope(assumptions, "lead.patch.not-active") });
}

/** POST of a Lead. */
export function OutreachParameters(assumptions: Assumptions) {
  const isOpen = chosenFor("mail.opt-out.values", assumptions) === "any-but-false";
  const value = isOpen ? z.union([z.boolean(), z.string()]) : z.boolean();
  return z.object({
    disableClientOutreach: value
      .optional()
      .describe(
        `Takes \`true\` and \`false\`. ${statementsOf("mail.opt-out", "mail.opt-out.values")}`,
      ),
  });
}

/** Operations without parameters. */
export function NoParameters() {
  return z.object({});
}

/** The pairs of `order`; any JSON where the service also takes other values. */
function orderSchema(resource: ListedResource, assumptions: Assumptions): z.ZodType {
  const isOpen =
    chosenFor("list.order", assumptions) === "ignored" ||
    chosenFor("list.order.quotes", assumptions) === "accepted";
  if (isOpen) return z.unknown();
  const fields = Object.entries(listFields[resource])
    .filter(([, type]) => type !== "unsupported")
    .map(([name]) => name);
  return z
    .array(z.tuple([z.enum(fields), z.enum(["ASC", "DESC"])]))
    .meta({ id: `${titled(resource)}Order` });
}

/** The fields of `filter` with their values or operators; any JSON where the service also takes other values. */
function filterSchema(resource: ListedResource, assumptions: Assumptions): z.ZodType {
  if (chosenFor("list.filter.invalid", assumptions) === "ignored") return z.unknown();
  const takesObjects = chosenFor("list.filter.object-field", assumptions) !== "422";
  const conditions = new Map<FieldType, z.ZodType>();
  const shape = Object.entries(listFields[resource]).flatMap(([name, type]) => {
    if (type !== "unsupported") {
      // Schemas with the same id in one document must be the same object.
      const known = conditions.get(type) ?? condition(type, assumptions);
      conditions.set(type, known);
      return [[name, known.optional()]];
    }
    return takesObjects ? [[name, z.unknown().optional()]] : [];
  });
  const isOpen =
    chosenFor("list.filter.unknown-field", assumptions) !== "422" || takesAnyOperator(assumptions);
  return objectSchema(Object.fromEntries(shape), isOpen).meta({ id: `${titled(resource)}Filter` });
}

/** An exact value or operators. Values of another type match no record. */
function condition(type: FieldType, assumptions: Assumptions): z.ZodType {
  const value = valueOf(type, assumptions).nullable();
  const documented = { $lt: value.optional(), $ne: value.optional() };
  const further = {
    $eq: value.optional(),
    $gt: value.optional(),
    $gte: value.optional(),
    $lte: value.optional(),
    $in: z.array(value).optional(),
  };
  const isSupported = chosenFor("list.filter.operators.further", assumptions) === "supported";
  const operators = objectSchema(
    { ...documented, ...(isSupported ? further : {}) },
    takesAnyOperator(assumptions),
  );
  const name = type.split("-").map(titled).join("");
  return z.union([value, operators.meta({ minProperties: 1 })]).meta({ id: `${name}Condition` });
}

function valueOf(type: FieldType, assumptions: Assumptions): z.ZodType {
  switch (type) {
    case "boolean":
      return z.boolean();
    case "number":
      return z.number();
    case "string":
      return z.string();
    case "timestamp":
      return z.string().describe("A date, or a date and time, in ISO 8601");
    case "plan-status": {
      const spelling = chosenFor("plan.status.spelling", assumptions);
      const known = planStatuses.map((status) => spelledStatus(status, spelling));
      return z.string().meta({ "x-extensible-enum": known });
    }
  }
}

function takesAnyOperator(assumptions: Assumptions): boolean {
  return chosenFor("list.filter.operators.unknown", assumptions) !== "422";
}

function objectSchema(shape: Readonly<Record<string, z.ZodType>>, isOpen: boolean) {
  return isOpen ? z.looseObject(shape) : z.strictObject(shape);
}

function titled(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
