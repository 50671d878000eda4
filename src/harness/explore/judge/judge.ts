/** Judges a trial: compares what the client claims with what the world holds. */
import type {
  Judgement,
  PlannedVariation,
  RecordDifference,
  TestOutcome,
  Verdict,
} from "../model.ts";
import type { FaultCase, Scope } from "./fault-records.ts";
import {
  alterations,
  duplicates,
  isMail,
  lastingDifferences,
  lostRecords,
  orphans,
  worldDifferences,
} from "./fault-records.ts";
import { isHammering } from "./hammering.ts";
import { isFailure } from "./scope.ts";

/**
 * A client that waits for an answer and made no call in its last ten seconds hangs; otherwise it is still at work.
 * Half a second is tolerance for a busy processor.
 */
const quietMsMin = 9_500;

/** Judges `planned` by comparing `trial` with `baseline`. */
export function judge(planned: PlannedVariation, baseline: Scope, trial: Scope): Judgement {
  if (!trial.isReached) {
    return plain("not-reached", "The varied call did not happen.");
  }
  if (trial.claimsSuccess === null && !trial.timedOut) {
    return plain("unknown", "The results do not include the test.");
  }
  if (planned.family === "violations") return judgeViolation(baseline, trial);
  if (planned.family === "faults" || isRoughDay(planned)) {
    return judgeFault(planned, baseline, trial);
  }
  return judgeTolerance(baseline, trial);
}

function plain(verdict: Verdict, reason: string): Judgement {
  return { verdict, alsoSeen: [], records: [], reason };
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

/** Judges unknowns and evolution: a client must behave the same, whatever the provider chooses. */
function judgeTolerance(baseline: Scope, trial: Scope): Judgement {
  // The provider's choices also decide about mails, which says nothing about the client.
  const records = worldDifferences(baseline, trial).filter((one) => !isMail(one));
  if (trial.timedOut) {
    return { ...plain("dependent", "The client did not finish in time."), records };
  }
  if (trial.claimsSuccess !== baseline.claimsSuccess) {
    return { ...plain("dependent", "The client fails but succeeds in the baseline."), records };
  }
  const changed = [...trial.outcomes].find(([name, outcome]) => {
    const before = baseline.outcomes.get(name);
    return before !== undefined && before !== outcome;
  });
  if (changed !== undefined) {
    return { ...plain("dependent", `The test ${changed[0]} is ${changed[1]} here.`), records };
  }
  return records.length === 0
    ? plain("independent", "The claim and the records are those of the baseline.")
    : {
        ...plain("dependent", "The claim is that of the baseline, but the records differ."),
        records,
      };
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
      "The client did not finish in time: it was still waiting for an answer, without another call in its last 10 seconds.",
    shows: ({ trial }) => (trial.timedOut && hangs(trial) ? [] : null),
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
    shows: ({ trial }) => (trial.timedOut && !hangs(trial) ? [] : null),
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

function hangs({ calls, durationMs }: Scope): boolean {
  const last = Math.max(0, ...calls.map(({ sentAtMs }) => sentAtMs));
  return durationMs - last >= quietMsMin && calls.some(({ isOpen }) => isOpen === true);
}

/** On a rough day, such as an outage after a lost answer, no client can find out what remains. */
function isOrphaned({ planned, trial }: FaultCase): boolean {
  const { claimsSuccess, isTest, timedOut, effect } = trial;
  if (planned.family === "rough") return false;
  return claimsSuccess === false && !isTest && !timedOut && effect?.stands === true;
}
