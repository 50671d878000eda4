/** People and secrets of recorded traffic, replaced: the same value by the same other one wherever it stands. */
import type { Json } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json.ts";

/** What a field of that name is replaced by, given how many of its kind were replaced before. */
const replacements: Readonly<Record<string, (count: number) => string>> = {
  email: (count) => `person${count}@example.com`,
  firstName: (count) => `First${letters(count)}`,
  lastName: (count) => `Last${letters(count)}`,
  number: (count) => `416555${String(count).padStart(4, "0")}`,
  notes: (count) => `Note ${count}`,
  sin: (count) => String(count).padStart(9, "0"),
  dateOfBirth: () => "1990-01-01",
};

export interface Pseudonyms {
  /** A copy of `value` with what is personal replaced. */
  readonly of: (value: Json) => Json;
  /** The same for a text such as a path, in which a known value may stand. */
  readonly ofText: (text: string) => string;
}

/** Nobody was replaced yet. */
export function newPseudonyms(): Pseudonyms {
  const known = new Map<string, string>();
  const counts = new Map<string, number>();
  const replaced = (
    name: string,
    value: string,
    replacement: (count: number) => string,
  ): string => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const other = replacement(count);
    known.set(value, other);
    return other;
  };
  const of = (value: Json, name = ""): Json => {
    if (Array.isArray(value)) return value.map((item: Json) => of(item));
    if (isJsonObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, of(item, key)]));
    }
    const replacement = Object.hasOwn(replacements, name) ? replacements[name] : undefined;
    if (typeof value !== "string" || replacement === undefined || !isReal(name, value))
      return value;
    return replaced(name, value, replacement);
  };
  return {
    of: (value) => of(value),
    ofText(text) {
      let other = text;
      for (const [value, name] of known) {
        if (value.length < 3) continue;
        other = other
          .replaceAll(value, name)
          .replaceAll(encodeURIComponent(value), encodeURIComponent(name));
      }
      return other;
    },
  };
}

/** A value that was wrong on purpose stays: it is what the interaction is about. */
function isReal(name: string, value: string): boolean {
  if (value.trim() === "") return false;
  if (name === "email") return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);
  if (name === "dateOfBirth")
    return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
  return true;
}

function letters(count: number): string {
  return String.fromCharCode(64 + ((count - 1) % 26) + 1);
}
