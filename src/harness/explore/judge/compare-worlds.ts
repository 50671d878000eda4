import { multisetDifference } from "../../../base/values/multiset-difference.ts";
import { recordKey } from "../../runs/final-world.ts";
import type { FinalWorld, PersonRecord } from "../../runs/run.ts";
import type { RecordDifference } from "../model.ts";

/** Compares the worlds of a trial with those of the baseline, workspace by workspace and record by record. */
export function compareWorlds(
  baseline: readonly FinalWorld[],
  trial: readonly FinalWorld[],
): readonly RecordDifference[] {
  const other = new Map(trial.map((world) => [worldKey(world), world]));
  const keys = new Map([...baseline, ...trial].map((world) => [worldKey(world), world]));
  const before = new Map(baseline.map((world) => [worldKey(world), world]));
  return Array.from(keys).flatMap(([key, { workspace }]) =>
    compareRecords(before.get(key)?.records ?? [], other.get(key)?.records ?? [], workspace),
  );
}

function worldKey({ workspace, turn }: FinalWorld): string {
  return JSON.stringify([workspace, turn]);
}

/** Ignores equal records. Pairs the others of one person and kind; a record without a partner is missing or added. */
function compareRecords(
  baseline: readonly PersonRecord[],
  trial: readonly PersonRecord[],
  workspace: string,
): readonly RecordDifference[] {
  const onlyBefore = multisetDifference(baseline, trial, recordKey);
  const onlyAfter = multisetDifference(trial, baseline, recordKey);
  const people = Map.groupBy([...onlyBefore, ...onlyAfter], personKey);
  return Array.from(people.values()).flatMap((records) => {
    const before = records.filter((record) => onlyBefore.includes(record));
    const after = records.filter((record) => onlyAfter.includes(record));
    return paired(before, after).map(([one, other]) => difference(one, other, workspace));
  });
}

/** Mails of different kinds have nothing in common. */
function personKey({ email, kind, state }: PersonRecord): string {
  return JSON.stringify([email, kind, kind === "Mail" ? state : null]);
}

type Pair = readonly [before: PersonRecord | null, after: PersonRecord | null];

/** Pairs each record with its closest match. Equal states pair first, so an additional live record stays unpaired. */
function paired(before: readonly PersonRecord[], after: readonly PersonRecord[]): readonly Pair[] {
  const left = [...after];
  const found = new Map<PersonRecord, PersonRecord>();
  for (const isClose of closeness) {
    for (const record of before.filter((one) => !found.has(one))) {
      const at = left.findIndex((other) => isClose(record, other));
      const [other] = at === -1 ? [] : left.splice(at, 1);
      if (other !== undefined) found.set(record, other);
    }
  }
  return [
    ...before.map((record): Pair => [record, found.get(record) ?? null]),
    ...left.map((record): Pair => [null, record]),
  ];
}

/** Closest match first. */
const closeness: readonly ((one: PersonRecord, other: PersonRecord) => boolean)[] = [
  (one, other) => one.parent === other.parent && one.state === other.state,
  (one, other) => one.state === other.state,
  (one, other) => one.parent === other.parent,
  () => true,
];

function difference(
  baseline: PersonRecord | null,
  trial: PersonRecord | null,
  workspace: string,
): RecordDifference {
  const record = baseline ?? trial;
  if (record === null) throw new Error("A difference needs a record on at least one side.");
  const change = trial === null ? "missing" : baseline === null ? "added" : "changed";
  const { kind, email } = record;
  return { change, kind, email, workspace, baseline, trial };
}
