/** The numbers of a body that JavaScript cannot hold: `1e400` overflows, and `9007199254740993` becomes another one. */
import { isJsonObject } from "../../../base/values/json.ts";
import type { FieldError } from "../../../network/http/api-error.ts";
import type { ApiCall } from "../routes/call.ts";

const rule = "client-data.numbers";

/** A number as it was sent, and where it stands. */
interface ChangedNumber {
  readonly path: readonly (string | number)[];
  readonly source: string;
}

/**
 * `errors`, and one for each number in `clientData` that cannot be returned as sent (interface 2.2; rule
 * client-data.numbers), which replaces what the schema says of the value that it became.
 */
export function withChangedNumbers(
  { body, trace }: Pick<ApiCall, "body" | "trace">,
  errors: readonly FieldError[],
): FieldError[] {
  if (body?.ok !== true || body.value["clientData"] === undefined) return [...errors];
  const changed = changedNumbers(body.text).filter(({ path }) => path[0] === "clientData");
  if (changed.length === 0 || trace.choice(rule) === "rounded") return [...errors];
  const refused = changed.map(({ path, source }): FieldError => {
    const message = `Expected a number that a double holds exactly, got ${shown(source)}`;
    return { path, code: "INVALID", message, rule };
  });
  const places = new Set(refused.map(placeOf));
  return [
    ...errors.filter((error) => error.code !== "INVALID" || !places.has(placeOf(error))),
    ...refused,
  ];
}

function placeOf({ path }: Pick<FieldError, "path">): string {
  return JSON.stringify(path);
}

/** A number may be as long as its body. */
function shown(source: string): string {
  return source.length > 40 ? `${source.slice(0, 40)}… (${source.length} characters)` : source;
}

/** The numbers of a JSON text that overflow, and the whole ones that change. Fractions are rounded by all parsers. */
export function changedNumbers(text: string): readonly ChangedNumber[] {
  if (!suspicious.test(text)) return [];
  const sources = new Map<unknown, Map<string, string>>();
  const value: unknown = JSON.parse(text, function (this: unknown, key: string, item, ...more) {
    const source = typeof item === "number" ? sourceIn(more) : null;
    if (source !== null && changes(source)) {
      sources.set(this, (sources.get(this) ?? new Map<string, string>()).set(key, source));
    }
    return item;
  });
  return sources.size === 0 ? [] : placed(value, sources, []);
}

/** Sixteen digits in a row, or an exponent: only such a number can overflow, or be whole and change. */
const suspicious = /\d{16}|\d[eE]/;

/** The text of a number, which the third parameter of a reviver has. */
function sourceIn([context]: readonly unknown[]): string | null {
  const source = isJsonObject(context) ? context["source"] : null;
  return typeof source === "string" ? source : null;
}

function changes(source: string): boolean {
  const sent = decimal(source);
  const kept = Number(source);
  return !Number.isFinite(kept) || (sent.exponent >= 0 && sent.text !== decimal(String(kept)).text);
}

/** A decimal number without the zeros at its ends; its exponent is negative if it has a fraction. */
function decimal(text: string): { readonly text: string; readonly exponent: number } {
  const [, whole = "", fraction = "", power = "0"] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = withoutEndZeros(digits);
  const exponent = Number(power) - fraction.length + digits.length - significant.length;
  return significant === ""
    ? { text: "0", exponent: 0 }
    : { text: `${significant}e${exponent}`, exponent };
}

/** A pattern for zeros at the end takes the square of the digits in time. */
function withoutEndZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}

function placed(
  value: unknown,
  sources: ReadonlyMap<unknown, ReadonlyMap<string, string>>,
  path: readonly (string | number)[],
): readonly ChangedNumber[] {
  if (typeof value !== "object" || value === null) return [];
  const own = sources.get(value);
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) => {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    const source = own?.get(key);
    return source === undefined ? placed(item, sources, place) : [{ path: place, source }];
  });
}
