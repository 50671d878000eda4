/** The report of an exploration as data: what is written to `report.json`, and what every other form is made from. */
import type { BaselineProblem, Exploration, ExploreSettings, Judged } from "../exploration.ts";
import { isFinding } from "../exploration.ts";
import { callKey, callName, isBestEffort } from "../identity.ts";
import type { Call, Observation, PlannedVariation, Verdict } from "../model.ts";
import { severityOf } from "../model.ts";
import { rulesOf, sentenceOf } from "../variations/catalogue.ts";
import { adviceOn } from "./advice.ts";
import type { CutBody } from "./bodies.ts";
import { newBodyCutter } from "./bodies.ts";
import { workspaceOf } from "./place.ts";
import type {
  Accepted,
  Finding,
  Report,
  ReportedBaseline,
  ReportedCall,
  ReportedProblem,
  ReportedTrial,
  ReportedVariation,
} from "./shape.ts";
import { reportFormat } from "./shape.ts";
import { bySeverity, summaryOf } from "./summary.ts";

/** What the report says beside what the exploration came to. */
export interface ReportContext {
  readonly version: string;
  readonly acceptedFor: (id: string) => Accepted | null;
  readonly bundleFor: (id: string) => string | null;
  readonly notes: readonly string[];
  readonly messageOf: (problem: BaselineProblem) => string;
}

/** The report of an exploration. */
export function reportOf(
  exploration: Exploration,
  settings: ExploreSettings,
  context: ReportContext,
): Report {
  const { problem, judged, leftOut, interrupted, durationMs, baseline } = exploration;
  const { command, config, families, shard, startsAt } = settings;
  const cut = newBodyCutter();
  const findings = judged.flatMap((one) => findingOf(one, context, cut) ?? []).toSorted(bySeverity);
  return {
    format: reportFormat,
    version: context.version,
    command,
    startedAt: new Date(startsAt).toISOString(),
    durationMs: Math.round(durationMs),
    seed: config.seed,
    fixture: config.fixture,
    families,
    shard,
    problem: problem === null ? null : problemOf(problem, context),
    interrupted,
    summary: summaryOf(judged, findings, leftOut.length),
    baseline: baseline === null ? null : baselineOf(baseline, cut),
    findings,
    trials: judged.map(trialOf),
    leftOut: leftOut.map(variationOf),
    notes: context.notes,
  };
}

function problemOf(problem: BaselineProblem, { messageOf }: ReportContext): ReportedProblem {
  const output = "observation" in problem ? problem.observation.output : null;
  return { kind: problem.kind, message: messageOf(problem), output };
}

function baselineOf(
  { durationMs, calls, choices, tests }: Observation,
  cut: CutBody,
): ReportedBaseline {
  return {
    durationMs: Math.round(durationMs),
    calls: calls.map((call) => callOf(call, (body) => cut(body, false))),
    choices: [...choices].toSorted(),
    tests: tests === null ? null : Object.fromEntries(tests),
  };
}

function variationOf(planned: PlannedVariation): ReportedVariation {
  const { family, variation, workspace, call } = planned;
  return {
    family,
    variation,
    sentence: sentenceOf(planned),
    rules: rulesOf(planned),
    workspace,
    call: call === null ? null : { ...call, name: callName(call), bestEffort: isBestEffort(call) },
  };
}

function trialOf({ planned, trial, verdict, reason }: Judged): ReportedTrial {
  return { ...variationOf(planned), trial, verdict, reason };
}

function findingOf(
  judged: Judged,
  { acceptedFor, bundleFor }: ReportContext,
  cut: CutBody,
): Finding | null {
  const { verdict, alsoSeen, records, observation, planned } = judged;
  const severity = severityOf(verdict);
  if (severity === null || observation === null || !isFinding(judged)) return null;
  const id = findingId(planned, verdict);
  const { exit, calls, output, tests } = observation;
  const variedKey = planned.call === null ? null : callKey(planned.call);
  const own = calls.filter(
    ({ id: { workspace } }) => planned.workspace === null || workspace === planned.workspace,
  );
  return {
    ...trialOf(judged),
    id,
    severity,
    advice: adviceOn({ family: planned.family, verdict }),
    alsoSeen,
    records,
    claim: {
      exitCode: exit.code,
      timedOut: exit.timedOut,
      test: planned.workspace === null ? null : (tests?.get(planned.workspace) ?? null),
    },
    calls: own
      .toSorted((one, other) => one.sentAtMs - other.sentAtMs)
      .map((call) => callOf(call, (body) => cut(body, callKey(call.id) === variedKey))),
    output,
    bundle: bundleFor(id),
    accepted: acceptedFor(id),
  };
}

/** Such as `faults/reset-after/post-leads-for-firm/maya@example.com/1/lost`. */
export function findingId(planned: PlannedVariation, verdict: Verdict): string {
  const { family, variation, call } = planned;
  const place = call === null ? [] : [call.operation, call.subject ?? "-", String(call.ordinal)];
  const workspace = workspaceOf(planned);
  return [family, variation, ...(workspace === null ? [] : [workspace]), ...place, verdict].join(
    "/",
  );
}

function callOf(call: Call, cut: (body: string | null) => string | null): ReportedCall {
  const { id, method, path, query, status, variation } = call;
  return {
    id,
    method,
    path,
    query,
    status,
    sentAtMs: Math.round(call.sentAtMs),
    answeredAtMs: Math.round(call.answeredAtMs),
    variation,
    body: cut(call.body),
    answer: cut(call.answer),
  };
}
