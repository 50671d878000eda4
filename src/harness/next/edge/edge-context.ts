import type { Assumptions } from "../../../domain/rules/trace.ts";
import { chosenFor } from "../../../domain/rules/trace.ts";
import type { ChangeKind, Direction } from "../change-id.ts";
import type { KnownOperation } from "../compare-documents.ts";
import { othersNote } from "../compare-fields.ts";
import type { Change } from "../findings.ts";
import type { NextInterface } from "../next-interface.ts";

export interface EdgeRequest {
  /** The operationId of the sandbox; null before routing. */
  readonly operation: string | null;
  readonly method: string;
  /** After the version, such as `/leads/abcd1234`; before routing, as sent. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string | null;
}

export interface EdgeAnswer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string | null;
}

/** What is done where the next document leaves it open (rules lead.unknown-field, list.limit, list.offset). */
export interface EdgeChoices {
  readonly unknownField: "refused" | "dropped";
  readonly limit: "refused" | "clamped";
  readonly offset: "refused" | "clamped";
}

/** What the workspace does with what a document leaves open. */
export function edgeChoices(assumptions: Assumptions): EdgeChoices {
  return {
    unknownField:
      chosenFor("lead.unknown-field", assumptions) === "ignored" ? "dropped" : "refused",
    limit: chosenFor("list.limit", assumptions) === "clamped" ? "clamped" : "refused",
    offset: chosenFor("list.offset", assumptions) === "zero" ? "clamped" : "refused",
  };
}

/** An invalid field or parameter, under its name in the next interface. */
export interface Problem {
  readonly field: string;
  readonly code: "REQUIRED" | "INVALID" | "INCORRECT_TYPE" | "UNSUPPORTED";
}

export interface Notes {
  /** The ids of the changes that were met. */
  readonly met: Set<string>;
  readonly problems: Problem[];
}

/** Changes that are carried out, and what is known of the interfaces. */
export interface EdgeContext {
  readonly places: NextInterface["places"];
  readonly choices: EdgeChoices;
  /** The changes of some kinds that concern an operation. */
  readonly changes: (
    operation: string | null,
    ...kinds: readonly ChangeKind[]
  ) => readonly Change[];
  /** The changes of fields of an operation, by subject. */
  readonly fields: (
    operation: string,
    direction: Direction,
  ) => ReadonlyMap<string, readonly Change[]>;
  readonly place: (operation: string | null) => KnownOperation | null;
  readonly applies: (change: Change, operation: string | null) => boolean;
  /** Whether the next interface leaves it open what happens to an unknown field of a record. */
  readonly isOpen: (operation: string, record: string) => boolean;
  /** Whether an unknown field of a record is refused. */
  readonly refusesOthers: (operation: string, record: string) => boolean;
}

/** Prepares changes to be carried out. */
export function newContext(
  next: NextInterface,
  changes: readonly Change[],
  choices: EdgeChoices,
): EdgeContext {
  const { places } = next;
  const known = new Map(places.known.map((one) => [one.id, one]));
  const place = (operation: string | null) =>
    operation === null ? null : (known.get(operation) ?? null);
  const applies = (change: Change, operation: string | null): boolean =>
    concerns(change, place(operation), places.known);
  const has = (operation: string, record: string, isRefused: boolean): boolean =>
    places.subjects.get(othersNote("request", record, isRefused))?.has(operation) === true;
  const isOpen = (operation: string, record: string): boolean =>
    next.version === null || (!has(operation, record, true) && !has(operation, record, false));
  const cache = new Map<string, ReadonlyMap<string, readonly Change[]>>();
  return {
    places,
    choices,
    place,
    applies,
    isOpen,
    changes: (operation, ...kinds) =>
      changes.filter((change) => kinds.includes(change.kind) && applies(change, operation)),
    fields(operation, direction) {
      const key = `${direction} ${operation}`;
      const found = cache.get(key) ?? fieldChanges(changes, operation, direction, applies);
      cache.set(key, found);
      return found;
    },
    refusesOthers: (operation, record) =>
      isOpen(operation, record) ? choices.unknownField === "refused" : has(operation, record, true),
  };
}

function fieldChanges(
  changes: readonly Change[],
  operation: string,
  direction: Direction,
  applies: EdgeContext["applies"],
): ReadonlyMap<string, readonly Change[]> {
  const those = changes.filter(
    (change) =>
      (change.direction === null || change.direction === direction) && applies(change, operation),
  );
  return Map.groupBy(those, ({ subject }) => subject);
}

/** Whether a change concerns an operation: its line names it, its subject is the operation, or it is of all. */
function concerns(
  change: Change,
  known: KnownOperation | null,
  all: readonly KnownOperation[],
): boolean {
  if (known === null) return false;
  const { kind, subject, operations, from } = change;
  if (operations.length > 0 && !operations.includes(known.id)) return false;
  const { method, path } = known.from;
  if (kind === "operation-removed" || kind === "moved") return subject === `${method} ${path}`;
  if (kind === "method") return subject === path && from === method;
  if (kind === "deprecated") return subject === known.id;
  if (kind !== "default" && !kind.startsWith("parameter-")) return true;
  // A parameter that no operation has is new in each.
  return hasToday(known, subject) || !all.some((one) => hasToday(one, subject));
}

function hasToday({ own }: KnownOperation, parameter: string): boolean {
  return [...own.parameters.keys()].some((name) => name.toLowerCase() === parameter.toLowerCase());
}
