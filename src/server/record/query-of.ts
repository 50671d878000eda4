import type { Json } from "../../base/values/json.ts";
import { isJsonObject, parsedJson } from "../../base/values/json.ts";
/** Anonymizes the query of a recorded request so that the answer stays the same. */
import type { ListedResource } from "../../domain/model/fields.ts";
import { listFields } from "../../domain/model/fields.ts";
import type { Anonymizer } from "./anonymizer.ts";
import { masked } from "./masked.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import { bodyJson, bodyObject } from "./recorded-request.ts";

/** Values by parameter; null when the answer depends on a time that no provider state can restore. */
export function queryOf(
  recorded: RecordedRequest,
  anonymizer: Anonymizer,
): Readonly<Record<string, readonly string[]>> | null {
  const parameters = Map.groupBy(new URLSearchParams(recorded.query), ([name]) => name);
  const filtered = filterOutcome(recorded);
  const query: Record<string, readonly string[]> = {};
  for (const [name, pairs] of parameters) {
    const values = pairs.map(([, value]) =>
      name === "filter"
        ? filterText(value, filtered, anonymizer)
        : parameterText(name, value, anonymizer),
    );
    if (values.some((value) => value === null)) return null;
    query[anonymizer.name(name)] = values.filter((value) => value !== null);
  }
  return query;
}

function parameterText(name: string, value: string, anonymizer: Anonymizer): string {
  if (name === "limit" || name === "offset") return integerText(value, anonymizer.isRefused(name));
  if (!anonymizer.isWord(name)) return anonymizer.isWord(value) ? value : "value";
  return withoutWordsOf(value, anonymizer);
}

/** Keeps a small integer, which is not personal. A large one could be a phone number, so only its length stays. */
function integerText(value: string, isRefused: boolean): string {
  const [, sign = "", digits = ""] = /^(-?)(\d+)$/.exec(value) ?? [];
  if (digits === "") return masked(value);
  if (digits.length <= 4) return value;
  return sign + (isRefused ? "9".repeat(digits.length) : `1${"0".repeat(digits.length - 1)}`);
}

/** Masks all words except documented ones. The text is a list of names, or invalid JSON. */
function withoutWordsOf(text: string, { isWord }: Anonymizer): string {
  if (isWord(text)) return text;
  return text.replaceAll(/[^\s,"'[\](){}:]+/g, (part) => (isWord(part) ? part : masked(part)));
}

/** The effect of a filter: the fields of its resource, and whether any record matched. */
interface FilterOutcome {
  readonly fields: Readonly<Record<string, string>>;
  /** Null when the answer has no list. */
  readonly matched: boolean | null;
}

function filterOutcome({ path, status, response }: RecordedRequest): FilterOutcome {
  const resource = path.split("/").findLast((segment) => isListed(segment)) ?? "";
  const data = bodyObject(bodyJson(response.body))["data"] ?? null;
  return {
    fields: isListed(resource) ? listFields[resource] : {},
    matched: status === 200 && Array.isArray(data) ? data.length > 0 : null,
  };
}

function isListed(name: string): name is ListedResource {
  return Object.hasOwn(listFields, name);
}

function filterText(text: string, outcome: FilterOutcome, anonymizer: Anonymizer): string | null {
  const filter = parsedJson(text);
  if (filter === undefined || !isJsonObject(filter)) return withoutWordsOf(text, anonymizer);
  const terms = Object.entries(filter).map(([field, wanted]) => {
    const conditions = isJsonObject(wanted) ? Object.entries(wanted) : [["$eq", wanted] as const];
    const others = conditions.map(
      ([operator, value]) =>
        [
          anonymizer.name(operator),
          operand({ field, operator, value, outcome, anonymizer }),
        ] as const,
    );
    const [[, only] = ["", null]] = others;
    const other = isJsonObject(wanted) ? Object.fromEntries(others) : only;
    return others.some(([, value]) => value === undefined) ? null : [anonymizer.name(field), other];
  });
  if (terms.includes(null)) return null;
  return JSON.stringify(Object.fromEntries(terms.filter((term) => term !== null)));
}

interface Condition {
  readonly field: string;
  readonly operator: string;
  readonly value: Json;
  readonly outcome: FilterOutcome;
  readonly anonymizer: Anonymizer;
}

/** A value that matches the same records; undefined if no such value exists. */
function operand(condition: Condition): Json | undefined {
  const { field, operator, value, outcome, anonymizer } = condition;
  const { fields, matched } = outcome;
  const type = Object.hasOwn(fields, field) ? fields[field] : undefined;
  const same = (): Json => anonymizer.value(value, field, `filter.${field}`);
  if (value === null || matched === null || type === undefined) return same();
  if (/^\$[lg]te?$/.test(operator)) {
    const [least, most] = extremesOf(typeof value === "number" ? "number" : type);
    return operator.startsWith("$l") === matched ? most : least;
  }
  if (type !== "timestamp") return same();
  return matched && operator !== "$ne" ? undefined : same();
}

/** Values below and above every value of a field, by its type. */
function extremesOf(type: string): readonly [Json, Json] {
  if (type === "timestamp") return ["1970-01-01T00:00:00.000Z", "2999-12-31T00:00:00.000Z"];
  return type === "number" ? [-1, 1_000_000_000_000] : ["", "~"];
}
