import type { FinalWorld, Observation, PersonRecord, RecordDifference } from "../model.ts";
import type { RecordCount } from "./shape.ts";

type Worlds = Pick<Observation, "worlds">;

/** Counts the records of each person in `differences` for the same owner, in the baseline and in a trial. */
export function recordCounts(
  differences: readonly RecordDifference[],
  { baseline, trial }: { readonly baseline: Worlds | null; readonly trial: Worlds },
): readonly RecordCount[] {
  const counts = differences.flatMap(({ workspace, ...difference }) =>
    [difference.baseline, difference.trial]
      .filter((record) => record !== null)
      .map(({ kind, parent, email }): [string, RecordCount] => {
        const count = (worlds: readonly FinalWorld[]): number =>
          worlds
            .filter((world) => world.workspace === workspace)
            .flatMap(({ records }) => records)
            .filter((record) => isSame(record, { kind, parent, email })).length;
        const expected = count(baseline?.worlds ?? []);
        const key = JSON.stringify([workspace, kind, parent, email]);
        return [key, { kind, parent, email, expected, found: count(trial.worlds) }];
      }),
  );
  return [...new Map(counts).values()];
}

type Owned = Pick<PersonRecord, "kind" | "parent" | "email">;

function isSame(one: Owned, other: Owned): boolean {
  return one.kind === other.kind && one.parent === other.parent && one.email === other.email;
}
