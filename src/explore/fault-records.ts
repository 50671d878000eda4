/** Which records a fault lost, duplicated, altered or left behind. */
import { isJsonObject } from "../domain/json.ts";
import { compareWorlds } from "./compare-worlds.ts";
import { isPlannedCall } from "./identity.ts";
import type {
  Call,
  Effect,
  FinalWorld,
  PlannedVariation,
  RecordDifference,
  TestOutcome,
} from "./model.ts";
import { parsed } from "./subject.ts";

/** The part of a run that one variation concerns: a whole run, or one labelled workspace with its test. */
export interface Scope {
  /** Whether the client claims success; null where that is not known, as for a test that its results leave out. */
  readonly claimsSuccess: boolean | null;
  /** Whether the claim is a test's, which says nothing of what a client believes. */
  readonly isTest: boolean;
  readonly outcomes: ReadonlyMap<string, TestOutcome>;
  readonly calls: readonly Call[];
  readonly worlds: readonly FinalWorld[];
  /** The people of a baseline whose records do not differ from run to run; null where none differ. */
  readonly stablePeople: ReadonlySet<string> | null;
  readonly effect: Effect | null;
  readonly isReached: boolean;
  readonly timedOut: boolean;
  readonly durationMs: number;
}

/** A trial of a fault, compared with its baseline. */
export interface FaultCase {
  readonly planned: PlannedVariation;
  readonly baseline: Scope;
  readonly trial: Scope;
  /** Every lasting difference of the worlds. */
  readonly all: readonly RecordDifference[];
}

/** The differences between the worlds, without people whose records also differ between two unchanged runs. */
export function worldDifferences(baseline: Scope, trial: Scope): readonly RecordDifference[] {
  const { stablePeople } = baseline;
  const all = compareWorlds(baseline.worlds, trial.worlds);
  return stablePeople === null ? all : all.filter(({ email }) => stablePeople.has(email));
}

/** The same without Leads that were created and then archived, because they have no lasting effect. */
export function lastingDifferences(baseline: Scope, trial: Scope): readonly RecordDifference[] {
  return worldDifferences(baseline, trial).filter(isLasting);
}

function isLasting({ change, trial }: RecordDifference): boolean {
  return change !== "added" || trial?.state !== "Archived";
}

/** Records of a person that are fewer than in the baseline, and what the varied PATCH or DELETE was to change. */
export function lostRecords(fault: FaultCase): readonly RecordDifference[] {
  const { all, planned, trial } = fault;
  const missing = all.filter(({ change }) => change === "missing");
  const subject = planned.call?.subject ?? null;
  if (subject === null || trial.effect?.stands === true) return missing;
  const isUndone = undoneBy(variedCall(fault));
  return [
    ...missing,
    ...all.filter((one) => one.change === "changed" && one.email === subject && isUndone(one)),
  ];
}

/** The varied call as the baseline made it. */
function variedCall({ planned, baseline }: FaultCase): Call | null {
  return baseline.calls.find(({ id }) => isPlannedCall(planned, id)) ?? null;
}

/** Whether a difference of records shows that a PATCH or DELETE did not happen; nothing shows that of another call. */
function undoneBy(call: Call | null): (difference: RecordDifference) => boolean {
  if (call?.method === "DELETE") return ({ baseline, trial }) => baseline?.state !== trial?.state;
  if (call?.method !== "PATCH") return () => false;
  const body = parsed(call.body ?? "");
  const fields = isJsonObject(body) ? Object.keys(body) : [];
  return ({ baseline, trial }) =>
    fields.some(
      (field) => JSON.stringify(baseline?.content[field]) !== JSON.stringify(trial?.content[field]),
    );
}

/**
 * More live records of one kind for a person than in the baseline. A person missing from the baseline counts as
 * altered when an alteration exists.
 */
export function duplicates({ all, baseline }: FaultCase): readonly RecordDifference[] {
  const added = all.filter(({ change }) => change === "added");
  return added.filter(
    (one) =>
      baseline.worlds.some(({ records }) => records.some((record) => isSamePerson(record, one))) ||
      added.filter((other) => isSamePerson(other, one)).length > 1,
  );
}

type Person = Pick<RecordDifference, "kind" | "email">;

function isSamePerson(one: Person, other: Person): boolean {
  return one.kind === other.kind && one.email === other.email;
}

export function alterations(fault: FaultCase): readonly RecordDifference[] {
  const named = new Set([...lostRecords(fault), ...duplicates(fault)]);
  return fault.all.filter((difference) => !named.has(difference));
}

/** The record that the varied call left. */
export function orphans({ trial }: FaultCase): readonly RecordDifference[] {
  const email = trial.effect?.email ?? "";
  return trial.worlds.flatMap(({ workspace, records }) =>
    records
      .filter((record) => record.kind === "Lead" && record.email === email)
      .map((record): RecordDifference => {
        const { kind } = record;
        return { change: "added", kind, email, workspace, baseline: null, trial: record };
      }),
  );
}
