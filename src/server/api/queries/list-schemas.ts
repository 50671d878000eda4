/** `order` and `filter` of a list as JSON schemas, under a workspace's assumptions (interface 4.3). */
import * as z from "zod";

import type { ListedResource } from "../../../domain/model/fields.ts";
import { listFields } from "../../../domain/model/fields.ts";
import type { FieldType } from "../../../domain/model/list-query.ts";
import { planStatuses, spelledStatus } from "../../../domain/model/plan.ts";
import type { Assumptions } from "../../../domain/rules/trace.ts";
import { chosenFor } from "../../../domain/rules/trace.ts";

/** The pairs of `order`; any JSON where the service also takes other values. */
export function orderSchema(resource: ListedResource, assumptions: Assumptions): z.ZodType {
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
export function filterSchema(resource: ListedResource, assumptions: Assumptions): z.ZodType {
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
  return objectOf(Object.fromEntries(shape), isOpen).meta({ id: `${titled(resource)}Filter` });
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
  const operators = objectOf(
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

function objectOf(shape: Readonly<Record<string, z.ZodType>>, isOpen: boolean) {
  return isOpen ? z.looseObject(shape) : z.strictObject(shape);
}

function titled(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
