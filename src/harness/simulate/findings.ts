/** Puts what histories discovered into findings: those of one kind, column, cause and permanence are one. */
import { createHash } from "node:crypto";

import type { HistoryRun } from "./history/run-history.ts";
import type { Discovery } from "./model.ts";

/** A finding before it is shrunk. */
export interface FoundInRun {
  readonly id: string;
  readonly discovery: Discovery;
  readonly run: HistoryRun;
  readonly count: number;
}

/** The findings of all runs; each with its first discovery. */
export function findingsIn(runs: readonly HistoryRun[]): readonly FoundInRun[] {
  const all = runs.flatMap((run) => run.discoveries.map((discovery) => ({ discovery, run })));
  const plain = new Set(
    all
      .filter(({ discovery }) => discovery.disturbance === null)
      .map(({ discovery }) => discoveryKey(discovery)),
  );
  const groups = Map.groupBy(all, ({ discovery }) => {
    const key = discoveryKey(discovery);
    const { disturbance, cause } = discovery;
    return plain.has(key) ? key : discoveryKey({ ...discovery, cause: disturbance ?? cause });
  });
  return [...groups].map(([key, found]) => {
    const isPlain = plain.has(key);
    const first =
      found.find(({ discovery }) => !isPlain || discovery.disturbance === null) ?? found[0];
    if (first === undefined) throw new Error("A group has no member.");
    const { disturbance, cause } = first.discovery;
    const shown = isPlain ? cause : (disturbance ?? cause);
    const discovery = { ...first.discovery, cause: shown };
    return { id: findingId(discovery), discovery, run: first.run, count: found.length };
  });
}

/** A stable id of a finding. */
export function findingId(discovery: Parameters<typeof discoveryKey>[0]): string {
  return idOf(discoveryKey(discovery));
}

export function idOf(key: string): string {
  return `f-${createHash("sha256").update(key).digest("hex").slice(0, 12)}`;
}

function discoveryKey({
  kind,
  column,
  cause,
  lasting,
}: Pick<Discovery, "kind" | "column" | "cause" | "lasting">): string {
  return JSON.stringify([kind, column, cause, lasting]);
}
