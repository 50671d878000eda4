import { counted } from "../../../base/values/counted.ts";
import { hadNothingToChange, isTested } from "./coverage.ts";
import type { MinExplored } from "./hazard-shape.ts";
import { hazardCounts } from "./hazards.ts";
import type { Report, ReportedProblem } from "./shape.ts";

type Run = Pick<Report, "trials" | "leftOut" | "shard" | "interrupted" | "hazards" | "families">;

/**
 * Why a run proves too little, with or without findings: it tested nothing, fewer than half of the variations that it
 * tried, or fewer hazards than `minExplored` in percent. Null if it tested enough, or if an interruption explains it.
 */
export function shortfallOf(run: Run, minExplored: MinExplored): ReportedProblem | null {
  const { trials, leftOut, shard, interrupted, families } = run;
  const tested = trials.filter(isTested).length;
  const tried = trials.filter((one) => !hadNothingToChange(one)).length;
  const planned = trials.length + leftOut.length;
  // Other shards may have the trials.
  const isEmptyShard = shard.of > 1 && tried + leftOut.length === 0;
  // Announced changes that the run does not touch leave nothing to test.
  const isOfNextOnly = families.every((family) => family === "next");
  const isUntouched = isOfNextOnly && tried + leftOut.length === 0;
  if (interrupted || isEmptyShard || isUntouched) return null;
  if (planned === 0) {
    return problem(
      "Nothing was varied: no variation of --only applies to the calls of the command. Check --only and --operations.",
    );
  }
  if (tested === 0) {
    return problem(`None of ${counted(planned, "variation")} was tested. ${adviceFor(run)}`);
  }
  if (2 * tested < tried) {
    return problem(`Only ${tested} of ${tried} variations that ran were tested. ${adviceFor(run)}`);
  }
  return minExplored === "core" || minExplored === "none" ? null : tooFew(run, minExplored);
}

/** A client that never gives up is right in its way, so an outage without a result does not count. */
function tooFew(run: Run, minExplored: number | "all"): ReportedProblem | null {
  const required = (run.hazards ?? []).filter(
    ({ kind, state }) => kind !== "outage" || state === "tested",
  );
  const counts = hazardCounts(required);
  const share = minExplored === "all" ? 100 : minExplored;
  if (100 * counts.tested >= share * counts.planned) return null;
  const asked = minExplored === "all" ? "all" : `${minExplored}%`;
  return problem(
    `Only ${counts.tested} of ${counted(counts.planned, "hazard")} were tested, less than \`--min-explored ${asked}\` requires. ${adviceFor(run)}`,
  );
}

function problem(message: string): ReportedProblem {
  return { kind: "too-little-tested", message, output: null };
}

/** The next step, for the most frequent reason. */
function adviceFor({ trials, leftOut }: Pick<Run, "trials" | "leftOut">): string {
  const count = (verdict: string): number =>
    trials.filter((one) => one.verdict === verdict && !hadNothingToChange(one)).length;
  const reasons = [
    {
      number: count("not-reached"),
      advice:
        "The varied calls did not happen. Let every run make the same calls, with fixed emails, and without a port, lock or file that another run uses.",
    },
    {
      number: count("unknown"),
      advice: "The tests are missing from the results. Check --results and the labels.",
    },
    { number: count("too-busy"), advice: "Explore on a calmer machine, or pass --jobs 1." },
    { number: count("unfinished"), advice: "Trials did not end. Raise --timeout." },
    { number: leftOut.length, advice: "Trials were left out. Raise --budget." },
  ];
  const [first] = reasons.toSorted((one, other) => other.number - one.number);
  if (first === undefined || first.number === 0) return "No answer had anything to change.";
  return first.advice;
}
