import * as z from "zod";

import type { ListedResource } from "../domain/fields.ts";
import { listFields } from "../domain/fields.ts";
import { isJsonObject } from "../domain/json.ts";
import { lazily } from "../domain/lazily.ts";
import type { FieldType, FilterOperator, FilterTerm, FilterValue } from "../domain/list-query.ts";
import { filterOperators } from "../domain/list-query.ts";
import type { FieldError } from "../http/api-error.ts";
import type { QueryReader } from "./query-reader.ts";
import { parameterError } from "./query-reader.ts";

/** A term that no record matches, and one that every record does. */
const none: FilterTerm = { field: "id", operator: "$in", value: [] };
const all: FilterTerm = { field: "id", operator: "$ne", value: null };

/** The terms that `filter` asks for: a JSON object of field and value (interface 4.3; rules list.filter, list.filter.operators). */
export function parseFilter(reader: QueryReader, resource: ListedResource): readonly FilterTerm[] {
  const text = reader.query.get("filter");
  if (text === null) return [];
  const filter = json(text);
  if (!isJsonObject(filter)) {
    reader.refuse(parameterError("filter", "INVALID", "Expected a JSON object", "list.filter"));
    return [];
  }
  reader.trace.apply("list.filter");
  const terms = Object.entries(filter).flatMap(([field, wanted]) =>
    fieldTerms(reader, resource, field, wanted),
  );
  // One term is enough: a statement takes only so many, and a client may make up any number of fields.
  return terms.includes(none) ? [none] : terms;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Text that is not JSON is told like any other filter that is no object.
    return undefined;
  }
}

function fieldTerms(
  reader: QueryReader,
  resource: ListedResource,
  field: string,
  wanted: unknown,
): readonly FilterTerm[] {
  const fields: Readonly<Record<string, FieldType | "unsupported">> = listFields[resource];
  const type = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (type === undefined) return unknownField(reader, field);
  if (type === "unsupported") {
    reader.refuse(filterError([field], "UNSUPPORTED", "Cannot filter by this field"));
    return [];
  }
  if (!isJsonObject(wanted)) return [term(reader, field, type, "$eq", wanted)];
  const conditions = Object.entries(wanted);
  if (conditions.length === 0) {
    reader.refuse(filterError([field], "INVALID", "Expected an operator, such as $ne"));
  }
  return conditions.map(([name, value]) => operatorTerm(reader, field, type, name, value));
}

function unknownField(reader: QueryReader, field: string): readonly FilterTerm[] {
  if (field.startsWith("$")) {
    reader.refuse(filterError([field], "UNSUPPORTED", "There is no such operator"));
    return [];
  }
  const choice = reader.trace.choice("list.filter.unknown-field");
  if (choice === "422") {
    const rule = "list.filter.unknown-field";
    reader.refuse({ ...filterError([field], "NOT_FOUND", "The resource has no such field"), rule });
  }
  return choice === "no-rows" ? [none] : [];
}

function operatorTerm(
  reader: QueryReader,
  field: string,
  type: FieldType,
  name: string,
  value: unknown,
): FilterTerm {
  reader.trace.apply("list.filter.operators");
  const operator = filterOperators.find((known) => known === name);
  if (operator !== undefined) return term(reader, field, type, operator, value);
  reader.refuse(
    filterError([field], "UNSUPPORTED", `There is no operator ${JSON.stringify(name)}`),
  );
  return none;
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
      reader.refuse(filterError([field], "INCORRECT_TYPE", "Expected an array of values"));
      return none;
    }
    const values = value.map((item: unknown) => comparable(reader, field, type, item));
    return { field, operator, value: values.filter((item) => item !== undefined) };
  }
  const compared = comparable(reader, field, type, value);
  if (compared === undefined) return operator === "$ne" ? all : none;
  return { field, operator, value: compared };
}

/** The value in the form that the field has, or undefined when no record can hold it. */
function comparable(
  reader: QueryReader,
  field: string,
  type: FieldType,
  value: unknown,
): FilterValue | undefined {
  if (value === null) return null;
  if (typeof value === "object") {
    reader.refuse(filterError([field], "INCORRECT_TYPE", "Expected a text, a number or null"));
    return undefined;
  }
  if (type === "timestamp") return instant(reader, field, value);
  if (typeof value !== type) return undefined;
  if (value === Infinity || value === -Infinity) {
    reader.refuse(filterError([field], "INVALID", "Expected a number that is not so large"));
    return undefined;
  }
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : undefined;
}

const Moment = lazily(() => z.union([z.iso.datetime({ offset: true, local: true }), z.iso.date()]));

/** The instant of a text in ISO 8601; one without an offset is in UTC, wherever the sandbox runs. */
function instant(reader: QueryReader, field: string, value: unknown): number | undefined {
  const { data } = Moment().safeParse(value);
  const isLocal = data !== undefined && /T[\d:.]+$/.test(data);
  const moment = data === undefined ? NaN : Date.parse(isLocal ? `${data}Z` : data);
  if (!Number.isNaN(moment)) return moment;
  reader.refuse(filterError([field], "INVALID", "Expected a moment in ISO 8601"));
  return undefined;
}

function filterError(
  path: readonly string[],
  code: FieldError["code"],
  message: string,
): FieldError {
  const rule = code === "UNSUPPORTED" ? "list.filter.operators" : "list.filter";
  return { path: ["filter", ...path], code, message, rule };
}
