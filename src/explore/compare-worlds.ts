import { recordKey } from "./final-world.ts";
import type { FinalWorld, PersonRecord, RecordDifference } from "./model.ts";

/** How the worlds of a trial differ from those of the baseline, workspace by workspace and record by record. */
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

/** What is the same on both sides goes; what is left of one person and kind is paired as a change, and the rest is there once. */
function compareRecords(
  baseline: readonly PersonRecord[],
  trial: readonly PersonRecord[],
  workspace: string,
): readonly RecordDifference[] {
  const [onlyBefore, onlyAfter] = withoutCommon(baseline, trial);
  const people = Map.groupBy([...onlyBefore, ...onlyAfter], personKey);
  return Array.from(people.values()).flatMap((records) => {
    const before = records.filter((record) => onlyBefore.includes(record));
    const after = closestFirst(
      before,
      records.filter((record) => onlyAfter.includes(record)),
    );
    return Array.from({ length: Math.max(before.length, after.length) }, (_, at) =>
      difference(before[at] ?? null, after[at] ?? null, workspace),
    );
  });
}

function personKey({ email, kind }: PersonRecord): string {
  return JSON.stringify([email, kind]);
}

function withoutCommon(
  baseline: readonly PersonRecord[],
  trial: readonly PersonRecord[],
): readonly [readonly PersonRecord[], readonly PersonRecord[]] {
  const left = new Map<string, number>();
  for (const record of trial) left.set(recordKey(record), (left.get(recordKey(record)) ?? 0) + 1);
  const take = (key: string): boolean => {
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count > 0;
  };
  const onlyBefore = baseline.filter((record) => !take(recordKey(record)));
  const onlyAfter = trial.filter((record) => take(recordKey(record)));
  return [onlyBefore, onlyAfter];
}

/** Records of the same owner are the same record, changed. */
function closestFirst(
  before: readonly PersonRecord[],
  after: readonly PersonRecord[],
): readonly PersonRecord[] {
  const left = [...after];
  const paired = before.flatMap(({ parent }) => {
    const at = left.findIndex((record) => record.parent === parent);
    return left.splice(Math.max(at, 0), 1);
  });
  return [...paired, ...left];
}

function difference(
  baseline: PersonRecord | null,
  trial: PersonRecord | null,
  workspace: string,
): RecordDifference {
  const record = baseline ?? trial;
  if (record === null) throw new Error("A difference has a record on one side at least.");
  const change = trial === null ? "missing" : baseline === null ? "added" : "changed";
  const { kind, email } = record;
  return { change, kind, email, workspace, baseline, trial };
}
