import * as z from "zod";

import { isJsonObject, parsedJson } from "../../../base/values/json.ts";
import { lazy } from "../../../base/values/lazy.ts";
import { extendedMoment } from "../../../base/values/moment.ts";
import { Date } from "../../../base/values/native-timers.ts";
import type { ListedResource } from "../../../domain/model/fields.ts";
import { listFields } from "../../../domain/model/fields.ts";
import type {
  FieldType,
  FilterOperator,
  FilterTerm,
  FilterValue,
} from "../../../domain/model/list-query.ts";
import { filterOperators } from "../../../domain/model/list-query.ts";
import { planStatuses, spelledStatus } from "../../../domain/model/plan.ts";
import type { FieldError } from "../../../network/http/api-error.ts";
import type { QueryReader } from "./query-reader.ts";
import { hintAt, parameterError } from "./query-reader.ts";

const invalid = "list.filter.invalid";

/** A term that matches no record, and one that matches every record. */
const none: FilterTerm = { field: "id", operator: "$in", value: [] };
const all: FilterTerm = { field: "id", operator: "$ne", value: null };

/**
 * Parses `filter`, a JSON object of fields and values (interface 4.3; rules list.filter,
 * list.filter.operators).
 */
export function parseFilter(reader: QueryReader, resource: ListedResource): readonly FilterTerm[] {
  const text = reader.query.get("filter");
  if (text === null) return [];
  const filter = parsedJson(text);
  if (!isJsonObject(filter)) {
    refuseInvalid(reader, parameterError("filter", "INVALID", "Expected a JSON object", invalid));
    return [];
  }
  reader.trace.apply("list.filter");
  const terms = Object.entries(filter).flatMap(([field, wanted]) =>
    fieldTerms(reader, resource, field, wanted),
  );
  // One term is enough: SQLite limits the terms of a statement, and a client can send any number of fields.
  return terms.includes(none) ? [none] : terms;
}

function fieldTerms(
  reader: QueryReader,
  resource: ListedResource,
  field: string,
  wanted: unknown,
): readonly FilterTerm[] {
  const fields: Readonly<Record<string, FieldType | "unsupported">> = listFields[resource];
  const type = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (type === undefined) {
    hintAt(reader, "the filter field", field, Object.keys(fields));
    return unknownField(reader, field);
  }
  if (type === "unsupported") {
    return notFiltered(reader, "list.filter.object-field", {
      path: [field],
      code: "UNSUPPORTED",
      message: "Cannot filter by this field",
    });
  }
  if (!isJsonObject(wanted)) return [term(reader, field, type, "$eq", wanted)];
  const conditions = Object.entries(wanted);
  if (conditions.length === 0) {
    refuseInvalid(reader, filterError([field], "INVALID", "Expected an operator, such as $ne"));
    return [none];
  }
  return conditions.flatMap(([name, value]) => operatorTerms(reader, field, type, name, value));
}

function unknownField(reader: QueryReader, field: string): readonly FilterTerm[] {
  const path = [field];
  return field.startsWith("$")
    ? unknownOperator(reader, path, "There is no such operator")
    : notFiltered(reader, "list.filter.unknown-field", {
        path,
        code: "NOT_FOUND",
        message: "The resource has no such field",
      });
}

function operatorTerms(
  reader: QueryReader,
  field: string,
  type: FieldType,
  name: string,
  value: unknown,
): readonly FilterTerm[] {
  const operator = filterOperators.find((known) => known === name);
  const message = `There is no operator ${JSON.stringify(name)}`;
  if (operator === undefined) return unknownOperator(reader, [field], message);
  if (documentedOperators.has(operator)) reader.trace.apply("list.filter.operators");
  else if (reader.trace.choice("list.filter.operators.further") === "unknown") {
    return unknownOperator(reader, [field], message);
  }
  return [term(reader, field, type, operator, value)];
}

/** The operators in the interface's samples (interface 4.3). */
const documentedOperators: ReadonlySet<FilterOperator> = new Set(["$lt", "$ne"]);

function unknownOperator(
  reader: QueryReader,
  path: readonly string[],
  message: string,
): readonly FilterTerm[] {
  const rule = "list.filter.operators.unknown";
  return notFiltered(reader, rule, { path, code: "UNSUPPORTED", message });
}

/** Handles an invalid term by the workspace's choice for a rule. */
function notFiltered(
  reader: QueryReader,
  rule: "list.filter.unknown-field" | "list.filter.object-field" | "list.filter.operators.unknown",
  error: Pick<FieldError, "path" | "code" | "message">,
): readonly FilterTerm[] {
  const choice = reader.trace.choice(rule);
  if (choice === "422") reader.refuse({ ...error, path: ["filter", ...error.path], rule });
  return choice === "no-rows" ? [none] : [];
}

function term(
  reader: QueryReader,
  field: string,
  type: FieldType,
  operator: FilterOperator,
  value: unknown,
): FilterTerm {
  if (operator === "$in") {
    if (!Array.isArray(value)) {
      refuseInvalid(reader, filterError([field], "INCORRECT_TYPE", "Expected an array of values"));
      return none;
    }
    const values = value.map((item: unknown) => comparable(reader, field, type, item));
    return { field, operator, value: values.filter((item) => item !== undefined) };
  }
  const compared = comparable(reader, field, type, value);
  if (compared === undefined) return operator === "$ne" ? all : none;
  return { field, operator, value: compared };
}

/** An email address, or the offset of a time, with a space where a plus can stand. */
const lostPlus = /^\S+ [^\s@]*@[^\s@]+$|^[\d-]+T\S+ \d\d:?\d\d$/;

/** The value in the type of the field; undefined when no record can contain it. */
function comparable(
  reader: QueryReader,
  field: string,
  type: FieldType,
  value: unknown,
): FilterValue | undefined {
  if (value === null) return null;
  if (typeof value === "string" && lostPlus.test(value)) {
    reader.hint(
      `The filter value ${JSON.stringify(value.slice(0, 80))} has a space, which an unencoded + becomes. Send + as %2B.`,
    );
  }
  if (typeof value === "object") {
    refuseInvalid(
      reader,
      filterError([field], "INCORRECT_TYPE", "Expected a string, a number or null"),
    );
    return undefined;
  }
  if (type === "timestamp") return instant(reader, field, value);
  if (type === "plan-status") return statusOf(reader, value);
  if (typeof value !== type) return undefined;
  if (value === Infinity || value === -Infinity) {
    refuseInvalid(reader, filterError([field], "INVALID", "Expected a smaller number"));
    return undefined;
  }
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : undefined;
}

/**
 * The stored status of one in the workspace's spelling; other texts stay unchanged (rule
 * plan.status.spelling).
 */
function statusOf({ trace }: QueryReader, value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const spelling = trace.choice("plan.status.spelling");
  const status = planStatuses.find((known) => spelledStatus(known, spelling) === value);
  return status ?? (planStatuses.some((known) => known === value) ? undefined : value);
}

const Moment = lazy(() => z.union([z.iso.datetime({ offset: true, local: true }), z.iso.date()]));

/** The instant of an ISO 8601 text; without an offset it is UTC in any time zone. */
function instant(reader: QueryReader, field: string, value: unknown): number | undefined {
  const rule = "list.filter.timestamps";
  const other = typeof value === "string" ? extendedMoment(value) : null;
  const isOther = other !== null && other !== value && Moment().safeParse(other).success;
  const isRead = isOther && reader.trace.choice(rule) === "any-iso-8601";
  const { data } = Moment().safeParse(isRead ? other : value);
  const isLocal = data !== undefined && /T[\d:.]+$/.test(data);
  const moment = data === undefined ? NaN : Date.parse(isLocal ? `${data}Z` : data);
  if (isLocal) reader.trace.apply("list.filter.local-time");
  if (!Number.isNaN(moment)) return moment;
  const error = filterError([field], "INVALID", timestampExpected);
  refuseInvalid(reader, isOther ? { ...error, rule } : error);
  return undefined;
}

const timestampExpected =
  "Expected a date, or a timestamp with seconds and Z or an offset, such as 2026-01-07T09:00:00Z or 2026-01-07T09:00:00+01:00";

function filterError(
  path: readonly string[],
  code: FieldError["code"],
  message: string,
): FieldError {
  return { path: ["filter", ...path], code, message, rule: invalid };
}

/** Refuses an invalid filter, unless the workspace chose otherwise (rule list.filter.invalid). */
function refuseInvalid({ trace, refuse }: QueryReader, error: FieldError): void {
  if (trace.choice(invalid) === "422") refuse(error);
}
