/** How the records at the end of a trial differ from those of the baseline. */
import { compareWorlds } from "../../explore/judge/compare-worlds.ts";
import type { RecordDifference } from "../../explore/model.ts";
import type { AssessedRun } from "../run.ts";

/** The records of people that differ from the baseline, without mails. */
export function recordsDiffer(
  runs: readonly AssessedRun[],
  run: AssessedRun,
): readonly RecordDifference[] {
  const baseline = runs.find(({ trial }) => trial === "baseline");
  if (baseline === undefined) return [];
  return compareWorlds(baseline.worlds, run.worlds).filter(({ kind }) => kind !== "Mail");
}

/** What is wrong with a record although the client claims success: it is `missing`, `doubled` and so on. */
export function wrongIn(runs: readonly AssessedRun[], run: AssessedRun): string {
  if (run.verdict !== "lost") return run.verdict === "duplicated" ? "doubled" : "different";
  const all = recordsDiffer(runs, run);
  // What is lost is a create, or a change of a record that is there.
  const isThere = all.length > 0 && all.every(({ change }) => change === "changed");
  return isThere ? "unchanged" : "missing";
}
