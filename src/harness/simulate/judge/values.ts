/** Compares a value of the ledger with a version of a Lead. */
import type { Json } from "../../../base/values/json.ts";
import type { LeadState } from "../../../domain/model/lead.ts";
import { leadStates } from "../../../domain/model/lead.ts";
import type { Column } from "../ledger/rows.ts";
import type { Version } from "../world/truth.ts";

/** The ledger's words for states; a word without an entry is a state itself. */
export type StateWords = ReadonlyMap<string, LeadState>;

/** A word of the ledger that no state has. */
export class UnknownWord extends Error {
  constructor(word: string, truth: LeadState) {
    super(
      `The ledger has the state ${JSON.stringify(word.slice(0, 80))} for a Lead that is ${truth}. Expected Active, Converted or Archived; add the ledger's word with --states ${JSON.stringify(`${word.slice(0, 80)}=${truth}`)}, or the state that it stands for. If that is not ${truth}, the row may be of an earlier history: keep the ledger in LEAD_SANDBOX_STATE, or empty it with --setup.`,
    );
  }
}

/** Whether a value of a column is true of a version. Throws `UnknownWord` for an unknown state. */
export function isTrueOf(
  column: Column,
  value: Json,
  version: Version,
  states: StateWords,
): boolean {
  switch (column) {
    case "id":
      return true;
    case "email":
      return typeof value === "string" && value.toLowerCase() === version.email.toLowerCase();
    case "state":
      return stateIn(value, states, version.state) === version.state;
    case "planStatus":
      return hasSame(listIn(value), version.planStatuses) || isOneOf(value, version.planStatuses);
    case "planIds":
      return hasSame(listIn(value), version.planIds);
  }
}

/** The value that a version has in a column, as text. */
export function shownValue(column: Column | null, version: Version | undefined): string {
  if (version === undefined) return "absent";
  if (column === "email") return version.email;
  if (column === "planStatus") return version.planStatuses.join(", ") || "none";
  if (column === "planIds") return version.planIds.join(", ") || "none";
  return version.state;
}

/** A value of the ledger as text. */
export function shownCell(value: Json): string {
  if (typeof value === "string") return value === "" ? "empty" : value.slice(0, 200);
  if (value === null || (Array.isArray(value) && value.length === 0)) return "none";
  return JSON.stringify(value).slice(0, 200);
}

function stateIn(value: Json, states: StateWords, truth: LeadState): LeadState | null {
  if (value === null || typeof value === "object") return null;
  // JSON may have a state as a number or a flag.
  const word = String(value);
  const state = states.get(word) ?? leadStates.find((one) => one === word);
  if (state === undefined) throw new UnknownWord(word, truth);
  return state;
}

/** A list in a cell: an array, JSON, or texts separated by commas, semicolons, bars or spaces for ids. */
function listIn(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.filter((one) => one !== null).map(String);
  if (typeof value !== "string" || value.trim() === "") return [];
  if (value.trim().startsWith("[")) {
    try {
      return listIn(JSON.parse(value));
    } catch {
      return [value];
    }
  }
  return value.split(/[,;|]/).map((one) => one.trim());
}

function isOneOf(value: Json, texts: readonly string[]): boolean {
  return typeof value === "string" && texts.includes(value);
}

function hasSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.toSorted().join("\n") === other.toSorted().join("\n");
}
