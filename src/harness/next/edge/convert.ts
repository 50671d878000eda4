/** Converts values between the types and formats of two interfaces. */
import type { Json } from "../../../base/values/json.ts";
import { isJsonObject } from "../../../base/values/json.ts";
import { Date } from "../../../base/values/native-timers.ts";
import type { Change } from "../findings.ts";

/** Applies `convert` to a value, or to each value of a list. */
export function eachValue(value: Json, convert: (one: Json) => Json): Json {
  return Array.isArray(value) ? value.map((one: Json) => convert(one)) : convert(value);
}

/** The value as one of the types `to`, such as `string` or `array`; `example` where nothing follows from it. */
export function convertedType(value: Json, to: string, example: Json | undefined): Json {
  if (to === "" || to === "any" || to.split("|").some((type) => isOfType(value, type))) {
    return value;
  }
  const [type] = to.split("|");
  if (type === "array") return [value];
  if (type === "string") return firstText(value) ?? example ?? JSON.stringify(value);
  if (type === "boolean") return example ?? (value !== "false" && value !== "" && value !== 0);
  if (type === "object") return example ?? { value };
  const number = typeof value === "object" || value === "" ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) return example ?? 1;
  return type === "integer" ? Math.trunc(number) : number;
}

/** Whether a value has a type of JSON Schema. */
export function isOfType(value: Json, type: string): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isJsonObject(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

function firstText(value: Json): string | null {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return value === null ? null : String(value);
  for (const one of Object.values<Json>(value)) {
    const found = typeof one === "object" || typeof one === "string" ? firstText(one) : null;
    if (found !== null) return found;
  }
  return null;
}

/** A date-time in another format: a date, milliseconds or seconds; otherwise `example`, or the value itself. */
export function convertedFormat(value: Json, to: string, example: Json | undefined): Json {
  const ms = typeof value === "string" ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms)) return example ?? value;
  if (to === "date") return new Date(ms).toISOString().slice(0, 10);
  if (/milli|-?ms$|int64/i.test(to)) return ms;
  if (/unix|epoch|second/i.test(to)) return Math.floor(ms / 1_000);
  return example ?? value;
}

/** A value of the format `from` as a date-time; undefined for a value that does not have this format. */
export function asDateTime(value: Json, from: string): Json | undefined {
  if (from === "date") {
    const isDate = typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);
    return isDate ? `${value}T00:00:00.000Z` : undefined;
  }
  const scale = /milli|-?ms$|int64/i.test(from) ? 1 : 1_000;
  if (!/milli|-?ms$|int64|unix|epoch|second/i.test(from)) return value;
  const date = typeof value === "number" ? new Date(value * scale) : null;
  return date === null || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** The example of a field, else the simplest value that its schema suggests. */
export function exampleOf({ example, schema = {} }: Pick<Change, "example" | "schema">): Json {
  const { default: standard, enum: values, type } = schema;
  const [first] = Array.isArray(values) ? values : [];
  const said = example ?? schema["example"] ?? standard ?? first;
  if (said !== undefined) return said;
  const [one] = Array.isArray(type) ? type : [type];
  if (one === "integer" || one === "number") return 1;
  if (one === "boolean") return true;
  if (one === "array") return [];
  return one === "object" ? {} : "example";
}
