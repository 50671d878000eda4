import type { Json, JsonObject } from "../../base/values/json.ts";
import type { ChangeId, ChangeKind, Direction } from "./change-id.ts";
import { changeIdText, isFieldKind, ownDirection } from "./change-id.ts";

/** A change, and what its id cannot hold. */
export interface Change extends ChangeId {
  readonly id: string;
  readonly schema?: JsonObject;
  readonly example?: Json;
  readonly sunset?: string;
}

export interface Difference {
  readonly kind: ChangeKind;
  readonly subject: string;
  readonly direction?: Direction;
  readonly from?: string;
  readonly to?: string | undefined;
  readonly schema?: JsonObject;
  readonly sunset?: string;
  /** The operations that have the subject, by the name under which they were noted; every operation by default. */
  readonly among?: string;
}

/** Collects differences, so that each change is there once. */
export interface Findings {
  readonly add: (operation: string, difference: Difference) => void;
  /** Notes that an operation has a subject. */
  readonly note: (operation: string, name: string) => void;
  /** The changes, in the order in which they were found. */
  readonly changes: () => readonly Change[];
  /** The operations that have each noted subject. */
  readonly subjects: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The name under which operations are noted in which the values of a field are listed. */
export function closedNote(direction: Direction, field: string): string {
  return `closed:${direction}:${field}`;
}

/** Starts to collect differences of `operations`. */
export function newFindings(operations: readonly string[]): Findings {
  const found = new Map<
    string,
    { readonly operation: string; readonly difference: Difference }[]
  >();
  const subjects = new Map<string, Set<string>>();
  return {
    add(operation, difference) {
      const { kind, subject, from, to } = difference;
      const key = JSON.stringify([kind, subject, from, to]);
      found.set(key, [...(found.get(key) ?? []), { operation, difference }]);
    },
    note(operation, name) {
      subjects.set(name, (subjects.get(name) ?? new Set()).add(operation));
    },
    changes: () => [...found.values()].map((places) => changeOf(places, subjects, operations)),
    subjects,
  };
}

function changeOf(
  places: readonly { readonly operation: string; readonly difference: Difference }[],
  subjects: ReadonlyMap<string, ReadonlySet<string>>,
  operations: readonly string[],
): Change {
  const concerned = new Set(places.map(({ operation }) => operation));
  const having = new Set(
    places.flatMap(({ difference: { among } }) =>
      among === undefined ? operations : [...(subjects.get(among) ?? [])],
    ),
  );
  const directions = new Set(places.flatMap(({ difference }) => difference.direction ?? []));
  const [{ difference } = { difference: null }] = places;
  if (difference === null) throw new Error("A change is found at one place at least.");
  const { kind, subject, from = null, to = null, direction = null, schema, sunset } = difference;
  // A list of values that the other direction leaves open does not contradict the change.
  const other = direction === "request" ? "answer" : "request";
  const isOpen = kind.startsWith("value-") && !subjects.has(closedNote(other, subject));
  const withoutDirection =
    !isFieldKind(kind) || ownDirection(kind) !== null || directions.size > 1 || isOpen;
  const parts = {
    kind,
    subject,
    direction: withoutDirection ? null : direction,
    from,
    to,
    operations: [...having].every((operation) => concerned.has(operation))
      ? []
      : [...concerned].toSorted(),
  };
  return {
    ...parts,
    id: changeIdText(parts),
    ...(schema === undefined ? {} : { schema }),
    ...(sunset === undefined ? {} : { sunset }),
  };
}
