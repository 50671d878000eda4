import type { FinalWorld, PersonRecord } from "../../runs/run.ts";
import type { Observation, RecordDifference } from "../model.ts";
import type { RecordCount } from "./shape.ts";

type Worlds = Pick<Observation, "worlds">;

/** Counts the records of each person in `differences` for the same owner, in the baseline and in a trial; mails by kind. */
export function recordCounts(
  differences: readonly RecordDifference[],
  { baseline, trial }: { readonly baseline: Worlds | null; readonly trial: Worlds },
): readonly RecordCount[] {
  const counts = differences.flatMap(({ workspace, ...difference }) =>
    [difference.baseline, difference.trial]
      .filter((record) => record !== null)
      .map((record): [string, RecordCount] => {
        const { kind, parent, email } = record;
        const count = (worlds: readonly FinalWorld[]): number =>
          worlds
            .filter((world) => world.workspace === workspace)
            .flatMap(({ records }) => records)
            .filter((other) => JSON.stringify(ownerOf(other)) === JSON.stringify(ownerOf(record)))
            .length;
        const expected = count(baseline?.worlds ?? []);
        const key = JSON.stringify([workspace, ...ownerOf(record)]);
        return [key, { kind, parent, email, expected, found: count(trial.worlds) }];
      }),
  );
  return [...new Map(counts).values()];
}

function ownerOf({ kind, parent, email, state }: PersonRecord): readonly (string | null)[] {
  return [kind, parent, email, kind === "Mail" ? state : null];
}
