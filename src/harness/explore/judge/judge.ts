/** Judges a trial: compares what the client claims with what the world holds. */
import type { TestOutcome } from "../../runs/run.ts";
import type { Judgement, PlannedVariation, RecordDifference, Verdict } from "../model.ts";
import { judgeAnnounced } from "./announced.ts";
import type { FaultCase, Scope } from "./fault-records.ts";
import {
  alterations,
  duplicates,
  isMail,
  lastingDifferences,
  lostRecords,
  orphans,
} from "./fault-records.ts";
import { isHammering } from "./hammering.ts";
import { hangs, isEndless } from "./no-end.ts";
import { plain } from "./plain.ts";
import { isFailure } from "./scope.ts";
import { judgeTolerance } from "./tolerance.ts";

export function judge(planned: PlannedVariation, baseline: Scope, trial: Scope): Judgement {
  if (!trial.isReached) {
    return plain("not-reached", "The varied call did not happen.");
  }
  if (trial.claimsSuccess === null && !trial.timedOut) {
    return plain("unknown", "The results do not include the test.");
  }
  if (planned.announced !== undefined) return judgeAnnounced(planned.announced, baseline, trial);
  if (planned.family === "violations") return judgeViolation(baseline, trial);
  if (planned.family === "faults" || isRoughDay(planned)) {
    return judgeFault(planned, baseline, trial);
  }
  return judgeTolerance(planned, baseline, trial);
}

/** Any test of the suite may notice a violation, also one that did not see it itself. */
function judgeViolation(baseline: Scope, { claimsSuccess, timedOut, outcomes }: Scope): Judgement {
  if (claimsSuccess !== true || timedOut) {
    const noticedBy = [...outcomes].filter(isNewFailure(baseline)).map(([name]) => name);
    const reason = "The client noticed that the provider broke a documented rule.";
    return { ...plain("caught", reason), noticedBy };
  }
  if ([...baseline.outcomes.keys()].some((name) => !outcomes.has(name))) {
    return plain("unknown", "No test fails, but the results do not include every test.");
  }
  return plain("missed", "The provider broke a documented rule, and the client did not notice.");
}

function isNewFailure({ outcomes }: Scope): (test: readonly [string, TestOutcome]) => boolean {
  return ([name, outcome]) => isFailure(outcome) && outcomes.get(name) !== outcome;
}

/** More Leads of others must make no difference; any other rough day is like a fault. */
function isRoughDay({ family, variation }: PlannedVariation): boolean {
  return family === "rough" && variation !== "many";
}

/** Where others change the client's Leads, what is missing or different says nothing about the client. */
const changesOfOthers: ReadonlySet<string> = new Set([
  "converted",
  "converted-after-call",
  "archived-after-call",
]);

function ownRecords(
  { family, variation }: PlannedVariation,
  all: readonly RecordDifference[],
): readonly RecordDifference[] {
  if (family !== "rough" || !changesOfOthers.has(variation)) return all;
  return all.filter(({ kind, change }) => kind === "Lead" && change === "added");
}

function judgeFault(planned: PlannedVariation, baseline: Scope, trial: Scope): Judgement {
  const all = ownRecords(planned, lastingDifferences(baseline, trial));
  const seen = faultVerdicts.flatMap(({ verdict, reason, shows }) => {
    const records = shows({ planned, baseline, trial, all });
    if (records === null) return [];
    const areMails = records.length > 0 && records.every(isMail);
    return [{ verdict, reason: areMails ? otherMails : reason, records }];
  });
  const [first, ...others] = seen;
  if (first === undefined) throw new Error("A trial has no verdict.");
  const alsoSeen = others
    .map(({ verdict }) => verdict)
    .filter((verdict) => verdict !== "reported" && verdict !== "tolerated");
  return { ...first, alsoSeen };
}

const otherMails = "The client claims success, but people got other mails than in the baseline.";

/**
 * The verdicts of faults by precedence. `shows` returns the affected records, or null if the verdict does not
 * apply.
 */
const faultVerdicts: readonly {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly shows: (fault: FaultCase) => readonly RecordDifference[] | null;
}[] = [
  {
    verdict: "hung",
    reason:
      "The client did not finish: it waited for an answer for 60 seconds and more, without another call.",
    shows: ({ trial }) => (trial.timedOut && hangs(trial) ? [] : null),
  },
  {
    verdict: "endless",
    reason: "The client did not finish: it repeats a request that is refused for what it says.",
    shows: ({ trial }) => (trial.timedOut && !hangs(trial) && isEndless(trial) ? [] : null),
  },
  {
    verdict: "lost",
    reason:
      "The client claims success, but a record is missing or the varied change did not happen.",
    shows: (fault) => (succeeds(fault) ? someOf(lostRecords(fault)) : null),
  },
  {
    verdict: "duplicated",
    reason: "One person has more records than in the baseline.",
    shows: (fault) => (isFailedTest(fault) ? null : someOf(duplicates(fault))),
  },
  {
    verdict: "altered",
    reason: "The client claims success, but the records differ from the baseline.",
    shows: (fault) => (succeeds(fault) ? someOf(alterations(fault)) : null),
  },
  {
    verdict: "orphaned",
    reason: "The client claims failure, but the effect of the varied call remains.",
    shows: (fault) => (isOrphaned(fault) ? orphans(fault) : null),
  },
  {
    verdict: "hammered",
    reason:
      "The client repeated a refused request at least five times without a pause after the refusal.",
    shows: ({ trial }) => (isHammering(trial.calls) ? [] : null),
  },
  {
    verdict: "unfinished",
    reason: "The client was still working when its time limit expired.",
    shows: ({ trial }) => (trial.timedOut && !hangs(trial) && !isEndless(trial) ? [] : null),
  },
  {
    verdict: "reported",
    reason: "The client claims failure, and the records confirm it.",
    shows: ({ trial }) => (trial.claimsSuccess === false && !trial.timedOut ? [] : null),
  },
  {
    verdict: "tolerated",
    reason: "The client claims success, and the records are those of the baseline.",
    shows: (fault) => (succeeds(fault) ? [] : null),
  },
];

function someOf(records: readonly RecordDifference[]): readonly RecordDifference[] | null {
  return records.length === 0 ? null : records;
}

function succeeds({ trial }: FaultCase): boolean {
  return trial.claimsSuccess === true && !trial.timedOut;
}

/** A test that fails under a fault has noticed it. */
function isFailedTest({ trial }: FaultCase): boolean {
  return trial.isTest && trial.claimsSuccess === false;
}

/** On a rough day, such as an outage after a lost answer, no client can find out what remains. */
function isOrphaned({ planned, trial }: FaultCase): boolean {
  const { claimsSuccess, isTest, timedOut, effect } = trial;
  if (planned.family === "rough") return false;
  return claimsSuccess === false && !isTest && !timedOut && effect?.stands === true;
}
