/** People and secrets of recorded traffic, replaced: the same value by the same other one wherever it stands. */
import type { Json } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json.ts";
import { jsonOf } from "./recorded-request.ts";

export interface Pseudonyms {
  /** A copy of `value` with what is personal by its name replaced. */
  readonly of: (value: Json) => Json;
  /** A copy of a request's body with everything replaced that a client may write freely, but at the dotted paths `kept`. */
  readonly ofBody: (value: Json, kept: ReadonlySet<string>) => Json;
  /** A text such as a message or the value of a query parameter, with what is known or an email replaced. */
  readonly ofText: (text: string) => string;
}

type Replacement = (count: number) => string;

/** What a field of that name is replaced by, given how many of its kind were replaced before. */
const replacements: Readonly<Record<string, Replacement>> = {
  email: emailReplacement,
  firstName: (count) => `First${letters(count)}`,
  lastName: (count) => `Last${letters(count)}`,
  name: (count) => `Name ${letters(count)}`,
  number: phoneNumber,
  phone: phoneNumber,
  extension: String,
  notes: (count) => `Note ${count}`,
  sin: (count) => String(count).padStart(9, "0"),
};

/** What a client may write freely is replaced under any name but these: ids, and values of a fixed set. */
const fixedNames: ReadonlySet<string> = new Set([
  "id",
  "resourceId",
  "resourceType",
  "referredByReferralCodeId",
  "plan_ids",
  "planId",
  "type",
  "status",
  "code",
  "prefix",
  "citizenship",
  "maritalStatus",
]);

const anyEmail = /[^\s@"'<>,;:(){}[\]]+@[^\s@"'<>,;:(){}[\]]+\.[\w-]+/g;

/** Where a value stands: its name, its dotted path, and whether a client may write there what it likes. */
interface Place {
  readonly name: string;
  readonly path: string;
  readonly isFree: boolean;
  readonly kept: ReadonlySet<string>;
}

const anywhere: Place = { name: "", path: "", isFree: false, kept: new Set() };

/** Nobody was replaced yet. */
export function newPseudonyms(): Pseudonyms {
  const known = new Map<string, string>();
  const counts = new Map<string, number>();
  const replaced = (value: string, kind: string, replacement: Replacement): string => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const other = replacement(count);
    known.set(value, other);
    return other;
  };
  const ofText = (text: string): string => {
    const withoutEmails = text.replaceAll(anyEmail, (found) =>
      isPseudonym(found) ? found : replaced(found, "email", emailReplacement),
    );
    return withoutEmails.replaceAll(/[\p{L}\p{N}]{3,}/gu, (word) => known.get(word) ?? word);
  };
  const ofString = (value: string, { name, isFree }: Place): string => {
    if (value.trim() === "" || fixedNames.has(name)) return value;
    const replacement = replacements[name];
    if (Object.hasOwn(replacements, name) && replacement !== undefined) {
      return replaced(value, name === "phone" ? "number" : name, replacement);
    }
    if (isFree) return freeText(value) ?? replaced(value, "text", (count) => `Text ${count}`);
    return name === "message" ? ofText(value) : (known.get(value) ?? value);
  };
  const walk = (value: Json, place: Place): Json => {
    if (place.path !== "" && place.kept.has(place.path)) return value;
    if (Array.isArray(value)) {
      return value.map((item: Json, index) => walk(item, { ...place, path: deeper(place, index) }));
    }
    if (isJsonObject(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, walk(item, inside(place, name))]),
      );
    }
    if (typeof value === "number" && place.isFree) return Number.isInteger(value) ? 100 : 100.5;
    return typeof value === "string" ? ofString(value, place) : value;
  };
  return {
    of: (value) => walk(value, anywhere),
    ofBody: (value, kept) => walk(value, { ...anywhere, isFree: true, kept }),
    ofText(text) {
      const value = jsonOf(text);
      return isJsonObject(value) ? JSON.stringify(walk(value, anywhere)) : ofText(text);
    },
  };
}

/** An operator of a filter has the name of its field; everything in `clientData` is the client's to write. */
function inside(place: Place, name: string): Place {
  return {
    ...place,
    name: name.startsWith("$") ? place.name : name,
    path: deeper(place, name),
    isFree: place.isFree || name === "clientData",
  };
}

function deeper({ path }: Place, part: string | number): string {
  return path === "" ? String(part) : `${path}.${part}`;
}

/** A date stays a date and a moment a moment. */
function freeText(value: string): string | null {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return "1990-01-01";
  return /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/.test(value)
    ? "1990-01-01T00:00:00.000Z"
    : null;
}

function emailReplacement(count: number): string {
  return `person${count}@example.com`;
}

function phoneNumber(count: number): string {
  return `416555${String(count).padStart(4, "0")}`;
}

function isPseudonym(email: string): boolean {
  return /^person\d+@example\.com$/.test(email);
}

/** A, B, … Z, AA, AB, … */
function letters(count: number): string {
  const rest = Math.floor((count - 1) / 26);
  return (rest === 0 ? "" : letters(rest)) + String.fromCodePoint(65 + ((count - 1) % 26));
}
