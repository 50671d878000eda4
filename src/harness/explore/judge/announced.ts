/** Judges announced changes: what a client of today's interface does under the next one. */
import type { Announced, Judgement, Verdict } from "../model.ts";
import { textDifference } from "./client-texts.ts";
import type { Scope } from "./fault-records.ts";
import { worldDifferences } from "./fault-records.ts";
import { msAfter } from "./no-end.ts";
import { plain } from "./plain.ts";

/** A client is hung after so much time without a call, in milliseconds: one that backs off calls again. */
const silentMsMin = 60_000;

/** Judges the trial of `announced` by the run that it is compared with. */
export function judgeAnnounced(announced: Announced, baseline: Scope, trial: Scope): Judgement {
  if (trial.timedOut) return isSilent(trial) ? hung : unfinished;
  const records = worldDifferences(baseline, trial);
  if (trial.claimsSuccess !== baseline.claimsSuccess) {
    return isOfNewStatus(announced) && trial.claimsSuccess === false
      ? reported
      : { ...plain("breaks", claimReason(trial)), records };
  }
  if (trial.claimsSuccess === true && records.length > 0) {
    return { ...plain("breaks-silently", silentReason(trial)), records };
  }
  if (records.length > 0) {
    const reason = "The client claims failure in both runs, but the records differ.";
    return { ...plain("differs", reason), records };
  }
  return byTexts(baseline, trial);
}

const hung = plain("hung", "The client did not finish: it made no call for 60 seconds and more.");
const unfinished = plain("unfinished", "The client was still working when its time limit expired.");
const reported = plain("reported", "The client claims failure, as the new status says.");

function isSilent(scope: Scope): boolean {
  const last = Math.max(0, ...scope.calls.map(({ answeredAtMs }) => answeredAtMs));
  return msAfter(last, scope) >= silentMsMin;
}

function isOfNewStatus({ changes }: Announced): boolean {
  return changes.length > 0 && changes.every(({ kind }) => kind === "status-added");
}

function claimReason({ claimsSuccess, isTest }: Scope): string {
  const subject = isTest ? "A test" : "The client";
  return claimsSuccess === true
    ? `${subject} claims success, but claims failure without the change.`
    : `${subject} claims failure, but claims success without the change.`;
}

function silentReason({ isTest }: Scope): string {
  return isTest
    ? "Every test passes, but records are missing or differ."
    : "The command still ends with 0, but records are missing or differ.";
}

function byTexts(baseline: Scope, trial: Scope): Judgement {
  const { texts: before } = baseline;
  const { texts: after } = trial;
  const difference =
    before === undefined || after === undefined ? null : textDifference(before, after);
  return difference === null
    ? plain("independent", "The claim and the records are those of the unchanged run.")
    : { ...plain("differs", `The client writes something else: ${difference}.`), difference };
}

/** The verdicts of a change's trials, the worst first. */
const announcedVerdicts: readonly Verdict[] = [
  "breaks-silently",
  "breaks",
  "hung",
  "differs",
  "unfinished",
  "too-busy",
  "unknown",
  "reported",
  "independent",
  "not-reached",
];

/** The worst of a change's trials; undefined without any. */
export function worstOf<One extends { readonly verdict: Verdict }>(
  trials: readonly One[],
): One | undefined {
  const rank = ({ verdict }: One): number => announcedVerdicts.indexOf(verdict);
  return trials.toSorted((one, other) => rank(one) - rank(other))[0];
}
