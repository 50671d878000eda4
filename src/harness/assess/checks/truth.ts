/** Checks of what the client claims: after a fault, a lost answer, a second run, a crash. */
import type { RecordDifference } from "../../explore/model.ts";
import { isTestSuite } from "../../runs/run.ts";
import type { AssessedCall, AssessedRun, Assessment } from "../run.ts";
import { callsAfter, endsWell, isCreate, isCut, isRead, readsLead } from "./calls.ts";
import { cited, conclude, firstOf, trialsText } from "./evidence.ts";
import type { Shown } from "./evidence.ts";
import { recordsDiffer, wrongIn } from "./records.ts";

const untrue: ReadonlySet<string | null> = new Set(["lost", "duplicated", "altered"]);
const ended: ReadonlySet<string | null> = new Set([
  "tolerated",
  "reported",
  "orphaned",
  "hammered",
]);

/** `claims.true`: every claim agrees with the records, in all trials of faults that ended. */
export function claimsTrue(runs: readonly AssessedRun[]): Assessment | null {
  const trials = runs.filter(({ trial, isReached }) => trial.startsWith("fault:") && isReached);
  const bad = trials.filter((run) => untrue.has(run.verdict) && !isAfterFailure(run));
  const violated = bad.map((run) => ({
    reason: `The client claims success, but a record is ${wrongText(runs, bad)}.`,
    evidence: cited(run, [...variedCalls(run), ...createsAfter(run)]),
  }));
  const good = trials.filter(({ verdict }) => ended.has(verdict));
  return conclude({
    violated: firstOf(violated),
    shown: firstOf(
      good.map((run) => ({
        reason: agreement(good),
        evidence: cited(run, variedCalls(run)),
      })),
    ),
  });
}

/** A failure whose call had an effect claims no success falsely; `answer.lost` judges it. */
function agreement(good: readonly AssessedRun[]): string {
  const left = good.filter(({ verdict }) => verdict === "orphaned").length;
  const all = `${good.length} trials of faults`;
  return left === 0
    ? `The claim agrees with the records in ${all}.`
    : `No success is claimed falsely in ${all}. In ${left} of them, the client reports a failure, but the effect of its call remains.`;
}

/** Whether records differ after a failure that the client reported and a second run: then it claimed nothing false. */
function isAfterFailure({ verdict, exits }: AssessedRun): boolean {
  return verdict === "altered" && exits.length > 1 && exits[0]?.code !== 0;
}

/** The trials by what is wrong in them, such as `missing in fault:429 and fault:503`. */
function wrongText(runs: readonly AssessedRun[], bad: readonly AssessedRun[]): string {
  return [...Map.groupBy(bad, (run) => wrongIn(runs, run))]
    .map(([what, those]) => `${what} in ${trialsText(those)}`)
    .join(", ");
}

function variedCalls({ calls }: AssessedRun): readonly AssessedCall[] {
  return calls.filter(({ isVaried }) => isVaried);
}

/** The creates after the first varied call, which may double or change a record. */
function createsAfter(run: AssessedRun): readonly AssessedCall[] {
  const [first] = variedCalls(run);
  if (first === undefined) return [];
  return run.calls.slice(run.calls.indexOf(first)).filter(isCreate);
}

const lostAnswers: ReadonlySet<string> = new Set(["fault:reset-after", "fault:500-after"]);

/** `answer.lost`: after a create whose answer was lost, the client looks for the Lead. */
export function answerLost(runs: readonly AssessedRun[]): Assessment | null {
  const trials = runs
    .filter(({ trial, isReached }) => lostAnswers.has(trial) && isReached)
    .flatMap((run) => {
      const call = variedCalls(run).find(isCreate);
      return call === undefined ? [] : [{ run, call }];
    });
  return conclude({
    violated: firstOf(trials.map(({ run, call }) => lostFor(run, call, runs))),
    attention: firstOf(
      trials.map(({ run, call }) =>
        looksFor(run, call) === null && !isCut(run)
          ? {
              reason: `In trial ${run.trial}, the records are right, but the command ended before a call looked for the Lead.`,
              evidence: cited(run, [call]),
            }
          : null,
      ),
    ),
    shown: firstOf(trials.map(({ run, call }) => looksFor(run, call))),
  });
}

function lostFor(run: AssessedRun, call: AssessedCall, runs: readonly AssessedRun[]): Shown | null {
  const { verdict, trial } = run;
  const evidence = cited(run, [call, ...callsAfter(run, call).slice(0, 2)]);
  if (verdict === "lost" || verdict === "duplicated") {
    return { reason: `In trial ${trial}, a record is ${wrongIn(runs, run)} at the end.`, evidence };
  }
  // The command ran again after its failure, unless the failure left nothing behind.
  const ranAgain = run.exits.length > 1;
  const isOrphaned = verdict === "orphaned" || (ranAgain && verdict === "altered");
  if (!ranAgain || !isOrphaned || recordsDiffer(runs, run).length === 0) return null;
  const reason = `In trial ${trial}, the client failed and left the Lead behind, and a second run did not end with the records of the baseline.`;
  return { reason, evidence };
}

/** The call that read the Lead, or the 409 for it that ended well. */
function looksFor(run: AssessedRun, call: AssessedCall): Shown | null {
  const later = callsAfter(run, call);
  const read = later.find((other) => readsLead(other, call.subject));
  const conflict = later.find(
    (other) => isCreate(other) && other.status === 409 && other.subject === call.subject,
  );
  const found = read ?? (conflict !== undefined && endsWell(run, conflict) ? conflict : undefined);
  if (found === undefined) return null;
  const how = found === read ? "reads the Lead" : "gets a 409 for the Lead and goes on";
  const reason = `After the answer of a create was lost, the client ${how}.`;
  return { reason, evidence: cited(run, [call, found]) };
}

/** `run.again`: a second run in the same world ends well and adds nothing. */
export function runAgain(runs: readonly AssessedRun[]): Assessment | null {
  const trials = runs.filter((run) => run.trial === "again" && run.exits.length > 1 && !isCut(run));
  return conclude({
    attention: firstOf(
      trials.map((run) => {
        const [, second] = run.exits;
        const evidence = cited(run, secondCalls(run));
        if (second?.code !== 0) {
          return { reason: `The second run ended with ${second?.code}.`, evidence };
        }
        const more = recordsDiffer(runs, run).filter(isOther);
        if (more.length === 0) return null;
        return {
          reason: `After the second run, ${more.length === 1 ? "a record differs" : `${more.length} records differ`} from those of one run.`,
          evidence,
        };
      }),
    ),
    shown: firstOf(
      trials.map((run) => ({
        reason: "A second run ends with 0, with the same people in the same states.",
        evidence: cited(run, secondCalls(run)),
      })),
    ),
  });
}

/** Whether a difference is one of people or states. */
function isOther({ change, baseline, trial }: RecordDifference): boolean {
  return change !== "changed" || baseline?.state !== trial?.state;
}

/** The calls of the second process, or the last call before it if it made none. */
function secondCalls({ calls }: AssessedRun): readonly (AssessedCall | undefined)[] {
  const second = calls.filter(({ process }) => process === 2);
  return second.length === 0 ? [calls.at(-1)] : second.slice(0, 3);
}

/** The trials of `crash.recovers`, by what happened to the first write, which killed the client. */
const crashes: readonly (readonly [trial: string, write: string])[] = [
  ["crash-before", "before the first write was carried out"],
  ["crash", "after the first write was carried out"],
];

/** `crash.recovers`: killed at the first write, before and after it is carried out, a second run completes the work. */
export function crashRecovers(runs: readonly AssessedRun[]): Assessment | null {
  const crashed = crashes.map(([trial, when]) => {
    const run = runs.find(
      (one) => one.trial === trial && one.isReached && one.exits.length > 1 && !isCut(one),
    );
    return run === undefined ? null : { run, when, differences: recordsDiffer(runs, run) };
  });
  const again = crashed.filter((one) => one !== null);
  const isBroken = ({ change, kind, email }: RecordDifference): boolean =>
    change === "missing" || (change === "added" && isKnownPerson(runs, kind, email));
  const recovers = ({ run, differences }: (typeof again)[number]): boolean =>
    run.exits[1]?.code === 0 && differences.length === 0;
  return conclude({
    violated: firstOf(
      again.map(({ run, when, differences }) => {
        const wrong = differences.find(isBroken);
        if (wrong === undefined) return null;
        const how = wrong.change === "missing" ? "missing" : "doubled";
        const reason = `After a crash ${when} and a second run, a ${wrong.kind} is ${how}.`;
        return { reason, evidence: crashCalls(run) };
      }),
    ),
    attention: firstOf(
      again.map(({ run, when, differences: [other] }) => {
        const code = run.exits[1]?.code;
        if (code === 0 && other === undefined) return null;
        const reason =
          code === 0
            ? `After a crash ${when} and a second run, a ${other?.kind} differs from that of the baseline.`
            : `After a crash ${when}, the second run ended with ${code}.`;
        return { reason, evidence: crashCalls(run) };
      }),
    ),
    shown:
      again.length < crashes.length
        ? null
        : firstOf(
            again.filter(recovers).map(({ run }) => ({
              reason:
                "After a crash at the first write, carried out or not, a second run ends with the records of the baseline.",
              evidence: crashCalls(run),
            })),
          ),
  });
}

/** `rotation.recovers`: after its key was revoked, a second run with a new key completes the work. */
export function rotationRecovers(runs: readonly AssessedRun[]): Assessment | null {
  const renewed = runs.filter(
    (run) =>
      run.trial.startsWith("key-revoked") && run.isReached && run.exits.length > 1 && !isCut(run),
  );
  if (!renewed.some(({ calls }) => calls.some(({ status }) => status === 401))) return null;
  const isBroken = ({ change, kind, email }: RecordDifference): boolean =>
    change === "missing" || (change === "added" && isKnownPerson(runs, kind, email));
  const all = renewed.map((run) => {
    const differences = recordsDiffer(runs, run);
    const isWhole = differences.length === 0 && hasSameLedger(runs, run);
    return { run, isWhole, usesOld: usesRevoked(run), wrong: differences.find(isBroken) };
  });
  const crash = crashRecovers(runs);
  const cause =
    crash?.verdict === "violated" ? " See crash.recovers, which has the same cause." : "";
  return conclude({
    violated: firstOf(
      all.map(({ run, usesOld, wrong }) => {
        // One cause is one violation.
        if (usesOld || wrong === undefined || cause !== "") return null;
        const how = wrong.change === "missing" ? "missing" : "doubled";
        const reason = `After a new key and a second run in trial ${run.trial}, a ${wrong.kind} is ${how}.`;
        return isTestSuite(run) ? null : { reason, evidence: rotationCalls(run) };
      }),
    ),
    attention: firstOf(
      all.map(({ run, isWhole, usesOld }) => {
        const code = run.exits[1]?.code;
        const reason = usesOld
          ? `In trial ${run.trial}, the second run sent the revoked key.`
          : code !== 0
            ? `In trial ${run.trial}, the second run with a new key ended with ${code}.`
            : `In trial ${run.trial}, records or the ledger differ after the second run with a new key.${cause}`;
        const isWell = !usesOld && code === 0 && isWhole;
        return isWell ? null : { reason, evidence: rotationCalls(run) };
      }),
    ),
    shown:
      all.length < rotationsOf(runs)
        ? null
        : firstOf(
            all.map(({ run }) => ({
              reason:
                "After its key was revoked, a second run with a new key ends with the records of the baseline.",
              evidence: rotationCalls(run),
            })),
          ),
  });
}

/** Whether the client believes at the end what it believed in the baseline, where both ledgers are known. */
function hasSameLedger(runs: readonly AssessedRun[], { ledger }: AssessedRun): boolean {
  const usual = runs.find(({ trial }) => trial === "baseline")?.ledger ?? null;
  return usual === null || ledger === null || ledger.join("\n") === usual.join("\n");
}

/** The number of trials of `rotation.recovers`: at the first call, and after the first write. */
function rotationsOf(runs: readonly AssessedRun[]): number {
  const baseline = runs.find(({ trial }) => trial === "baseline");
  return baseline?.calls.some((call) => !isRead(call)) === true ? 2 : 1;
}

/** Whether the second process sent the key that the first one had. */
function usesRevoked({ calls }: AssessedRun): boolean {
  const old = calls.find(({ process }) => process === 1);
  return calls.some(({ process, key }) => process === 2 && key !== null && key === old?.key);
}

function rotationCalls(run: AssessedRun) {
  const refused = run.calls.find(({ status }) => status === 401);
  return cited(run, [refused ?? variedCalls(run)[0], ...secondCalls(run)]);
}

function crashCalls(run: AssessedRun) {
  return cited(run, [variedCalls(run)[0], ...secondCalls(run)]);
}

function isKnownPerson(runs: readonly AssessedRun[], kind: string, email: string): boolean {
  const baseline = runs.find(({ trial }) => trial === "baseline");
  return (baseline?.worlds ?? []).some(({ records }) =>
    records.some((record) => record.kind === kind && record.email === email),
  );
}
