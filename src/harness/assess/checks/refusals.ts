/** Checks of what the client does after a refusal: 401, 403, 409, 422, 429, an outage, no answer. */
import { isTestSuite } from "../../runs/run.ts";
import type { AssessedCall, AssessedRun, Assessment } from "../run.ts";
import {
  callsAfter,
  endsWell,
  isCreate,
  isCut,
  readsLead,
  repeats,
  requestKey,
  showsSequel,
} from "./calls.ts";
import { cited, conclude, firstOf } from "./evidence.ts";
import type { Shown } from "./evidence.ts";
import type { Pause } from "./pauses.ts";
import { pausesOf } from "./pauses.ts";
import { wrongIn } from "./records.ts";

/** `conflict.handled`: the client reads the Lead after a 409, or goes on. */
export function conflictHandled(runs: readonly AssessedRun[]): Assessment | null {
  const found = runs.flatMap((run) =>
    run.calls
      .filter((call) => isCreate(call) && call.status === 409)
      .map((call) => ({ run, call, read: readOf(run, call) })),
  );
  const isHandled = ({ run, call, read }: (typeof found)[number]): boolean =>
    endsWell(run, call) || read !== undefined;
  return conclude({
    violated: firstOf(runs.map(repeatedConflict)),
    attention: firstOf(
      found
        .filter((one) => !isHandled(one) && isWhyItFails(one.run, one.call))
        .map(({ run, call }) => ({
          reason: `In trial ${run.trial}, the run with a 409 fails, and no call after it got the Lead.`,
          evidence: cited(run, [call, ...callsAfter(run, call).slice(0, 2)]),
        })),
    ),
    shown: firstOf(
      found.filter(isHandled).map(({ run, call, read }) => ({
        reason: "After a 409, the client reads the Lead or goes on.",
        evidence: cited(run, [call, read]),
      })),
    ),
  });
}

function readOf(run: AssessedRun, call: AssessedCall): AssessedCall | undefined {
  return callsAfter(run, call).find((other) => readsLead(other, call.subject));
}

/** Whether a run that fails does so for this 409, not for what a trial changed in it or did later. */
function isWhyItFails(run: AssessedRun, call: AssessedCall): boolean {
  const exit = run.exits[call.process - 1];
  if (exit === undefined || exit.timedOut) return false;
  const isChanged = call.isVaried && run.trial !== "fault:409";
  return !isChanged && !callsAfter(run, call).some(({ isVaried }) => isVaried);
}

/** Twice in a run, the next call about the person of a 409 is the same POST. */
function repeatedConflict(run: AssessedRun): Shown | null {
  const again = run.calls
    .filter((call) => isCreate(call) && call.status === 409 && call.subject !== null)
    .flatMap((call) => {
      const next = callsAfter(run, call).find(({ subject }) => subject === call.subject);
      return next !== undefined && requestKey(next) === requestKey(call) ? [[call, next]] : [];
    });
  if (again.length < 2 || isTestSuite(run)) return null;
  return {
    reason: `In trial ${run.trial}, the client repeats the same POST after a 409, ${again.length} times.`,
    evidence: cited(run, [...new Set(again.flat())]),
  };
}

/** `invalid.not-repeated`: a request that was refused with 422 does not come again. */
export function invalidNotRepeated(runs: readonly AssessedRun[]): Assessment | null {
  return notRepeated(runs, "422", ({ status }) => status === 422);
}

/** `refused.not-repeated`: the same for 401 and 403, with the same key. */
export function refusedNotRepeated(runs: readonly AssessedRun[]): Assessment | null {
  return notRepeated(runs, "401 or 403", ({ status }) => status === 401 || status === 403);
}

function notRepeated(
  runs: readonly AssessedRun[],
  what: string,
  isRefused: (call: AssessedCall) => boolean,
): Assessment | null {
  const all = runs.flatMap((run) =>
    repeats(run, isRefused).map(({ first, again }) => ({ run, first, again })),
  );
  const evidenceOf = ({ run, first, again }: (typeof all)[number]) => cited(run, [first, ...again]);
  // Two tests of a suite may send the same request.
  const isOften = ({ run, again }: (typeof all)[number]): boolean =>
    again.length >= 2 && !isTestSuite(run);
  return conclude({
    violated: firstOf(
      all.filter(isOften).map((one) => ({
        reason: `In trial ${one.run.trial}, the request comes again ${one.again.length} times ${whenOf(one.run)} after a ${what}.`,
        evidence: evidenceOf(one),
      })),
    ),
    attention: firstOf(
      all
        .filter(({ again }) => again.length > 0)
        .map((one) => ({
          reason: `In trial ${one.run.trial}, the request comes again ${whenOf(one.run)} after a ${what}.`,
          evidence: evidenceOf(one),
        })),
    ),
    shown: firstOf(
      all
        .filter(({ run, first }) => showsSequel(run, first))
        .map((one) => ({
          reason: `No request that got a ${what} comes again within 10 s.`,
          evidence: evidenceOf(one),
        })),
    ),
  });
}

function whenOf(run: AssessedRun): string {
  return isCut(run) ? "until its limit cut the run," : "within 10 s";
}

const [shortMs, longMs] = [100, 200];
const [shortMin, longMin] = [6, 3];

/** `backoff.waits`: the client pauses before it repeats a request that got a 429. */
export function backoffWaits(runs: readonly AssessedRun[]): Assessment | null {
  const chains = runs.flatMap((run) =>
    pausesOf(run, 429).map((pauses) => ({
      run,
      short: pauses.filter(({ ms }) => ms < shortMs),
      long: pauses.filter(({ ms }) => ms >= longMs),
    })),
  );
  return conclude({
    violated: firstOf(
      chains
        .filter(({ short }) => short.length >= shortMin)
        .map(({ run, short }) => ({
          reason: `${short.length} identical requests follow a 429 within ${shortMs} ms each.`,
          evidence: cited(run, callsOf(short)),
        })),
    ),
    attention: firstOf(
      chains
        .filter(({ short }) => short.length > 0)
        .map(({ run, short }) => ({
          reason: `${short.length === 1 ? "A request follows" : `${short.length} requests follow`} a 429 within ${shortMs} ms.`,
          evidence: cited(run, callsOf(short)),
        })),
    ),
    shown: firstOf(
      chains
        .filter(({ long }) => long.length >= longMin)
        .map(({ run, long }) => ({
          reason: `${long.length} requests follow a 429 after ${longMs} ms or more.`,
          evidence: cited(run, callsOf(long)),
        })),
    ),
  });
}

function callsOf(pauses: readonly Pick<Pause, "from" | "to">[]): readonly AssessedCall[] {
  return pauses.flatMap(({ from, to }, at) => (at === 0 ? [from, to] : [to]));
}

/** `backoff.ends`: in an outage, the client gives up and says so. */
export function backoffEnds(runs: readonly AssessedRun[]): Assessment | null {
  const trials = runs.filter(({ trial, isReached }) => trial === "fault:outage" && isReached);
  return conclude({
    violated: firstOf(
      trials
        .filter(({ verdict }) => verdict === "lost")
        .map((run) => ({
          reason: `In an outage, the client ends with 0, and a record is ${wrongIn(runs, run)}.`,
          evidence: cited(run, lastOf(run)),
        })),
    ),
    shown: firstOf(
      trials
        .filter(({ exits: [exit] }) => exit !== undefined && !exit.timedOut && exit.code !== 0)
        .map((run) => ({
          reason: "In an outage, the client ends by itself and reports the failure.",
          evidence: cited(run, lastOf(run)),
        })),
    ),
  });
}

function lastOf({ calls }: AssessedRun): readonly (AssessedCall | undefined)[] {
  return [calls.find(({ isVaried }) => isVaried), calls.at(-1)];
}

const hangMs = 60_000;
/** The sandbox's own timers may be this late. */
const toleranceMs = 500;

/** `timeout.set`: the client gives up a call that is never answered. */
export function timeoutSet(runs: readonly AssessedRun[]): Assessment | null {
  const trials = runs.flatMap((run) => {
    const call = run.calls.find(({ isVaried }) => isVaried);
    return run.trial === "fault:hang-60" && call !== undefined ? [{ run, call }] : [];
  });
  const isParallel = runs.some(({ trial, calls }) => trial === "baseline" && overlaps(calls));
  return conclude({
    violated: firstOf(
      trials.map(({ run, call }) => {
        const isQuiet = during(run, call).length === 0 && waits(run, call);
        const reason = "The client makes no call for 60 s and does not end.";
        return isQuiet ? { reason, evidence: cited(run, [call]) } : null;
      }),
    ),
    shown: firstOf(
      trials.map(({ run, call }) => {
        const next = during(run, call).find(
          (other) => !isParallel || requestKey(other) === requestKey(call),
        );
        const ends = endsDuring(run, call);
        if (next === undefined && !ends) return null;
        const waitedMs = (next?.sentAtMs ?? run.durationMs) - call.sentAtMs;
        const what = next === undefined ? "ends" : "sends another call";
        const reason = `Without an answer, the client ${what} after ${(waitedMs / 1_000).toFixed(1)} s.`;
        return { reason, evidence: cited(run, [call, next]) };
      }),
    ),
  });
}

function during(run: AssessedRun, call: AssessedCall): readonly AssessedCall[] {
  return run.calls.filter(
    (other) =>
      other !== call &&
      other.process === call.process &&
      other.sentAtMs > call.sentAtMs &&
      other.sentAtMs < call.sentAtMs + hangMs - toleranceMs,
  );
}

/** Whether the run went on for the whole time; one that was cut before shows nothing. */
function waits({ durationMs }: AssessedRun, { sentAtMs }: AssessedCall): boolean {
  return durationMs >= sentAtMs + hangMs - toleranceMs;
}

function endsDuring({ exits: [exit], durationMs }: AssessedRun, call: AssessedCall): boolean {
  if (exit === undefined || exit.timedOut) return false;
  return durationMs < call.sentAtMs + hangMs - toleranceMs;
}

function overlaps(calls: readonly AssessedCall[]): boolean {
  return calls.some((one) =>
    calls.some(
      (other) =>
        other !== one && other.sentAtMs > one.sentAtMs && other.sentAtMs < one.answeredAtMs,
    ),
  );
}
