/**
 * Replaces a client's data. Documented words stay. Any other value becomes a made-up one of the same kind, and a
 * refused value becomes one with the same defect. Within an interaction, equal values get equal replacements.
 */
import type { Json } from "../../base/values/json.ts";
import { isJsonObject } from "../../base/values/json.ts";
import { masked } from "./masked.ts";

export interface Anonymizer {
  /** Replaces the values in the body of a request. */
  readonly body: (value: Json) => Json;
  /** Replaces the values in the body of an answer, or in the parameters of a provider state. */
  readonly answer: (value: Json) => Json;
  /** Replaces the value of the field `name` at `path`. */
  readonly value: (value: Json, name: string, path: string) => Json;
  /** Replaces the name of a field or of a query parameter. */
  readonly name: (name: string) => string;
  readonly id: (id: string) => string;
  readonly isWord: (text: string) => boolean;
  /** Whether the answer reports an error at that path. */
  readonly isRefused: (path: string) => boolean;
}

export interface AnonymizerOptions {
  /** Texts to keep. */
  readonly words: ReadonlySet<string>;
  /** The fields with errors in the answer: dotted paths, or plain field names if the service uses those. */
  readonly refused: ReadonlySet<string>;
}

/** Generates a value by the name of its field. */
const madeUp: Readonly<Record<string, (count: number) => string>> = {
  email: (count) => `person${count}@example.com`,
  firstName: (count) => `First${letters(count)}`,
  lastName: (count) => `Last${letters(count)}`,
  name: (count) => `Name ${letters(count)}`,
  number: (count) => `416555${String(count).padStart(4, "0")}`,
  extension: String,
  notes: (count) => `Note ${count}`,
  sin: (count) => String(count).padStart(9, "0"),
  text: (count) => `Text ${count}`,
  id: (count) => `id${count}`,
  field: (count) => `field${count}`,
};

const idName = /^(?:id|plan_ids|.*Ids?)$/;
const dateName = /^(?:dateOfBirth|.*On)$/;
const anyDate = /^\d{4}-\d\d-\d\d$/;
const anyMoment = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/;
const madeUpDate = "1990-01-01";
const madeUpMoment = "1990-01-01T00:00:00.000Z";

/** The replacement for every time that the service sets. */
const serviceMoment = "2026-01-05T09:00:00.000Z";

interface Place {
  readonly name: string;
  readonly path: string;
  /** Whether a client can write any value here. */
  readonly isFree: boolean;
}

interface AnonymizerState extends AnonymizerOptions {
  /** The made-up value of a kind that replaces `value`. */
  readonly made: (kind: string, value: string) => string;
  /** The replaced path of each path in the request. */
  readonly paths: Map<string, string>;
}

/** An anonymizer for one interaction. */
export function newAnonymizer({ words, refused }: AnonymizerOptions): Anonymizer {
  const state = { words, refused, made: newReplacements(), paths: new Map<string, string>() };
  const root = { name: "", path: "" };
  return {
    body: (value) => walk(state, value, { ...root, isFree: true }),
    answer: (value) => walk(state, value, { ...root, isFree: false }),
    value: (value, name, path) => walk(state, value, { name, path, isFree: true }),
    name: (name) => anonymousFieldName(state, name),
    id: (id) => (words.has(id) ? id : state.made("id", id)),
    isWord: (word) => words.has(word),
    isRefused: (path) => isRefused(state, path),
  };
}

function walk(state: AnonymizerState, value: Json, place: Place): Json {
  const { path, isFree, name } = place;
  const { paths } = state;
  const go = (key: string | number, shownAs: string | number, item: Json, next: Place): Json => {
    paths.set(deeper(path, key), deeper(paths.get(path) ?? path, shownAs));
    return walk(state, item, next);
  };
  if (Array.isArray(value)) {
    return value.map((item: Json, at) => go(at, at, item, { ...place, path: deeper(path, at) }));
  }
  if (isJsonObject(value)) {
    const shownAs = (key: string): string => {
      if (path === "fields" && !isFree) return errorPath(state, key);
      return isFree ? anonymousFieldName(state, key) : key;
    };
    const entries = Object.entries(value).map(([key, item]) => {
      const shown = shownAs(key);
      return [shown, go(key, shown, item, inside(place, key))] as const;
    });
    return Object.fromEntries(entries);
  }
  if (typeof value === "string") return anonymousText(state, value, place);
  if (typeof value !== "number" || !(isFree || name === "amount")) return value;
  return Number.isInteger(value) ? 100 : 100.5;
}

function anonymousText(
  state: AnonymizerState,
  value: string,
  { name, path, isFree }: Place,
): string {
  const { words, made } = state;
  if (value.trim() === "" || words.has(value)) return value;
  if (isFree && isRefused(state, path)) return masked(value);
  if (idName.test(name)) return made("id", value);
  if (Object.hasOwn(madeUp, name)) return made(name, value);
  if (name === "phone") return made("number", value);
  if (isFree) return freeDate(value, name) ?? made("text", value);
  if (name === "type") return made("text", value);
  if (name === "message") return anonymousMessage(state, value);
  return anyMoment.test(value) ? serviceMoment : value;
}

/** Keeps a message that quotes only documented words. Cuts any other at its first quote. */
function anonymousMessage({ words }: AnonymizerState, message: string): string {
  const parts = message.split('"');
  const quotesWords = parts.every((part, at) => at % 2 === 0 || words.has(part));
  return quotesWords ? message : (parts[0] ?? "").trimEnd();
}

function anonymousFieldName({ words, made }: AnonymizerState, name: string): string {
  return words.has(name) ? name : made("field", name);
}

function errorPath(state: AnonymizerState, path: string): string {
  const known = state.paths.get(path);
  if (known !== undefined) return known;
  const parts = path.split(".");
  return parts
    .map((part) => (/^\d+$/.test(part) ? part : anonymousFieldName(state, part)))
    .join(".");
}

/** An error names a path, or the field at its end. */
function isRefused({ refused }: AnonymizerState, path: string): boolean {
  const field = path.split(".").findLast((part) => !/^\d+$/.test(part)) ?? "";
  return refused.has(path) || refused.has(field);
}

function inside({ path, isFree }: Place, name: string): Place {
  return { name, path: deeper(path, name), isFree: isFree || name === "clientData" };
}

function deeper(path: string, part: string | number): string {
  return path === "" ? String(part) : `${path}.${part}`;
}

/** The replacement for a date or time; null for any other text. */
function freeDate(value: string, name: string): string | null {
  if (anyMoment.test(value)) return madeUpMoment;
  return anyDate.test(value) || dateName.test(name) ? madeUpDate : null;
}

/** Counts made-up values by kind. Emails that differ only in case keep that difference. */
function newReplacements(): (kind: string, value: string) => string {
  const known = new Map<string, Map<string, string>>();
  const replacement = (kind: string, value: string): string => {
    const ofKind = known.get(kind) ?? new Map<string, string>();
    known.set(kind, ofKind);
    const other = ofKind.get(value) ?? (madeUp[kind] ?? String)(ofKind.size + 1);
    ofKind.set(value, other);
    return other;
  };
  return (kind, value) => {
    const lower = kind === "email" ? value.toLowerCase() : value;
    const other = replacement(kind, lower);
    return lower === value ? other : other.toUpperCase();
  };
}

/** A, B, … Z, AA, AB, … */
function letters(count: number): string {
  const rest = Math.floor((count - 1) / 26);
  return (rest === 0 ? "" : letters(rest)) + String.fromCodePoint(65 + ((count - 1) % 26));
}
