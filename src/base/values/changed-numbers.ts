/** The numbers of a JSON text that JavaScript cannot hold: `1e400` overflows, and `9007199254740993` becomes another one. */
import { isJsonObject } from "./json.ts";

/** A number as it was sent, and where it stands. */
export interface ChangedNumber {
  readonly path: readonly (string | number)[];
  readonly source: string;
}

/** What a message says of such a number, which may be as long as its text. */
export function expectedNumber(source: string): string {
  const shown =
    source.length > 40 ? `${source.slice(0, 40)}… (${source.length} characters)` : source;
  return `Expected a number that a double holds exactly, got ${shown}`;
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
