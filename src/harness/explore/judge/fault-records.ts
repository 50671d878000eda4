/** Finds the records that a fault lost, duplicated, altered or left behind. */
import { isJsonObject, parsedJson } from "../../../base/values/json.ts";
import type { FinalWorld, Stall, TestOutcome } from "../../runs/run.ts";
import { isPlannedCall } from "../identity.ts";
import type { ObservedCall, Effect, PlannedVariation, RecordDifference } from "../model.ts";
import type { ClientTexts } from "./client-texts.ts";
import { compareWorlds } from "./compare-worlds.ts";

/** The scope of one variation in a run: the whole run, or one labelled workspace with its test. */
export interface Scope {
  /** Whether the client claims success; null if unknown, such as for a test that the results lack. */
  readonly claimsSuccess: boolean | null;
  /** Whether the claim is the outcome of a test. A failed test does not show what the client believes. */
  readonly isTest: boolean;
  readonly outcomes: ReadonlyMap<string, TestOutcome>;
  readonly calls: readonly ObservedCall[];
  readonly worlds: readonly FinalWorld[];
  /** Emails of people whose records are the same in both baselines; null if no records differ. */
  readonly stableEmails: ReadonlySet<string> | null;
  readonly effect: Effect | null;
  readonly isReached: boolean;
  readonly timedOut: boolean;
  readonly durationMs: number;
  /** When the sandbox's timer was late. */
  readonly stalls: readonly Stall[];
  /** What the client wrote; missing where nothing compares it. */
  readonly texts?: ClientTexts;
}

/** A trial of a fault, compared with its baseline. */
export interface FaultCase {
  readonly planned: PlannedVariation;
  readonly baseline: Scope;
  readonly trial: Scope;
  /** All lasting differences between the worlds. */
  readonly all: readonly RecordDifference[];
}

/** Whether a difference is one of captured mails, not of records. */
export function isMail({ kind }: RecordDifference): boolean {
  return kind === "Mail";
}

/** The differences between the worlds, without people whose records also differ between two unchanged runs. */
export function worldDifferences(baseline: Scope, trial: Scope): readonly RecordDifference[] {
  const { stableEmails } = baseline;
  const all = compareWorlds(baseline.worlds, trial.worlds);
  return stableEmails === null ? all : all.filter(({ email }) => stableEmails.has(email));
}

/** The same without Leads that the trial created and archived, because they have no lasting effect. */
export function lastingDifferences(baseline: Scope, trial: Scope): readonly RecordDifference[] {
  return worldDifferences(baseline, trial).filter(isLasting);
}

function isLasting({ change, trial }: RecordDifference): boolean {
  return change !== "added" || trial?.state !== "Archived";
}

/** Records that are missing, or that lack the change of the varied PATCH or DELETE. */
export function lostRecords(fault: FaultCase): readonly RecordDifference[] {
  const { all, planned, trial } = fault;
  const missing = all.filter((one) => one.change === "missing" && !isMail(one));
  const subject = planned.call?.subject ?? null;
  if (subject === null || trial.effect?.stands === true) return missing;
  const isUndone = undoneBy(fault);
  return [
    ...missing,
    ...all.filter((one) => one.change === "changed" && one.email === subject && isUndone(one)),
  ];
}

/**
 * Matches differences that show that a PATCH or DELETE did not happen. A PATCH that happened, perhaps twice or with
 * another value, altered the record. Matches nothing for other methods.
 */
function undoneBy(fault: FaultCase): (difference: RecordDifference) => boolean {
  const { baseline: before, trial: after } = fault;
  const call = fault.baseline.calls.find(({ id }) => isPlannedCall(fault.planned, id)) ?? null;
  if (call?.method === "DELETE") return ({ baseline, trial }) => baseline?.state !== trial?.state;
  if (call?.method !== "PATCH" || after.effect !== null) return () => false;
  const dropped = fieldsOf(call).filter(
    (field) => timesPatched(after, call, field) < timesPatched(before, call, field),
  );
  return ({ baseline, trial }) =>
    dropped.some(
      (field) => JSON.stringify(baseline?.content[field]) !== JSON.stringify(trial?.content[field]),
    );
}

/** How often a run changed `field` of the record of `call`. */
function timesPatched({ calls }: Scope, { id, method }: ObservedCall, field: string): number {
  return calls.filter(
    (call) =>
      call.method === method &&
      call.id.workspace === id.workspace &&
      call.id.subject === id.subject &&
      call.serverStatus >= 200 &&
      call.serverStatus < 300 &&
      fieldsOf(call).includes(field),
  ).length;
}

function fieldsOf({ body }: ObservedCall): readonly string[] {
  const sent = parsedJson(body ?? "");
  return isJsonObject(sent) ? Object.keys(sent) : [];
}

/** Added records of a person with more records of the same kind. A new person's only record is an alteration. */
export function duplicates({ all, baseline }: FaultCase): readonly RecordDifference[] {
  const added = all.filter((one) => one.change === "added" && !isMail(one));
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

/** The other differences. Where records are lost or duplicated, mails differ for that reason. */
export function alterations(fault: FaultCase): readonly RecordDifference[] {
  const named = new Set([...lostRecords(fault), ...duplicates(fault)]);
  return fault.all.filter(
    (difference) => !named.has(difference) && (named.size === 0 || !isMail(difference)),
  );
}

/** The Leads that the varied call left behind. */
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
