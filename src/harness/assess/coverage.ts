/** What an assessment did not cover. */
import { leadsIn } from "./checks/calls.ts";
import type { AssessedRun } from "./run.ts";

/** An operation that a key may call, with the statuses of its contract. */
export interface ExpectedOperation {
  readonly id: string;
  readonly statuses: readonly number[];
}

/** What nothing showed. */
export interface NotCovered {
  /** Operations that no run called. */
  readonly operations: readonly string[];
  /** Statuses that no call of an operation got. */
  readonly statuses: Readonly<Record<string, readonly number[]>>;
  /** Transitions of a Lead that no run had. */
  readonly transitions: readonly string[];
}

/** What no run of `runs` covered. */
export function notCovered(
  runs: readonly AssessedRun[],
  expected: readonly ExpectedOperation[],
): NotCovered {
  const met = new Map<string, Set<number>>();
  for (const { operation, status } of runs.flatMap(({ calls }) => calls)) {
    met.set(operation, (met.get(operation) ?? new Set()).add(status));
  }
  const called = expected.filter(({ id }) => met.has(id));
  const missing = called
    .map(({ id, statuses }): [string, readonly number[]] => [
      id,
      statuses.filter((status) => met.get(id)?.has(status) !== true),
    ])
    .filter(([, statuses]) => statuses.length > 0);
  return {
    operations: expected.filter(({ id }) => !met.has(id)).map(({ id }) => id),
    statuses: Object.fromEntries(missing),
    transitions: transitions.filter(({ isIn }) => !runs.some(isIn)).map(({ name }) => name),
  };
}

const transitions: readonly {
  readonly name: string;
  readonly isIn: (run: AssessedRun) => boolean;
}[] = [
  {
    name: "Active to Converted",
    isIn: ({ trial, calls }) =>
      trial === "converted" ||
      calls.some((call) => leadsIn(call).some(({ convertedAt }) => isSet(convertedAt))),
  },
  {
    name: "Active to Archived",
    isIn: ({ calls }) =>
      calls.some(
        (call) =>
          (call.method === "DELETE" && call.status < 300 && call.status > 0) ||
          leadsIn(call).some(
            ({ deletedAt, convertedAt }) => isSet(deletedAt) && !isSet(convertedAt),
          ),
      ),
  },
];

function isSet(value: unknown): boolean {
  return typeof value === "string";
}
