/** The data of an exploration report: the content of `report.json`, and the source of all other formats. */
import { Date } from "../../../base/values/native-timers.ts";
import type { BaselineProblem, Exploration, ExploreSettings, Judged } from "../exploration.ts";
import { callKey, callName } from "../identity.ts";
import type { ObservedCall, Observation, PlannedVariation } from "../model.ts";
import { severityOf } from "../model.ts";
import { hazardsOfPlanned } from "../plan/plan.ts";
import { rulesOf } from "../variations/catalogue.ts";
import { adviceOn } from "./advice.ts";
import { announcedReport } from "./announced.ts";
import type { CutBody } from "./bodies.ts";
import { newBodyCutter } from "./bodies.ts";
import { isTested } from "./coverage.ts";
import { acceptableIds, findingId, groupId } from "./finding-id.ts";
import { groupsOf } from "./groups.ts";
import type { MinExplored } from "./hazard-shape.ts";
import { reportedHazards } from "./hazards.ts";
import { recordCounts } from "./record-counts.ts";
import { fieldDifferences } from "./record-fields.ts";
import type {
  Acceptance,
  Evidence,
  Finding,
  Report,
  ReportedBaseline,
  ReportedCall,
  ReportedProblem,
  ReportedQuestion,
  ReportedTrial,
} from "./shape.ts";
import { reportFormat } from "./shape.ts";
import { shortfallOf } from "./shortfall.ts";
import { bySeverity, summaryOf } from "./summary.ts";
import { unmatchedIn, unmatchedNotes } from "./unmatched.ts";
import { variationOf } from "./variation-of.ts";
import { explanationOf, titleOf } from "./wording.ts";

/** The input of the report apart from the exploration and its settings. */
export interface ReportContext {
  readonly version: string;
  readonly acceptedFor: (ids: readonly string[]) => Acceptance | null;
  readonly acceptedIds: readonly string[];
  /** The groups of an earlier report. */
  readonly knownGroups: ReadonlySet<string>;
  readonly bundleFor: (id: string) => string | null;
  readonly notes: readonly string[];
  /** The options of the command line that a replay needs again. */
  readonly given: Pick<Report, "results" | "env" | "setup" | "flags" | "replayFlags">;
  readonly minExplored: MinExplored;
  readonly messageOf: (problem: BaselineProblem) => string;
  /** The variation as planned, if the exploration hides data in it; by default itself. */
  readonly original?: (planned: PlannedVariation) => PlannedVariation;
}

export function reportOf(
  exploration: Exploration,
  settings: ExploreSettings,
  context: ReportContext,
): Report {
  const { problem, judged, interrupted, runs, baseline } = exploration;
  const { command, config, families, shard, startsAt } = settings;
  const cut = newBodyCutter();
  const findings = judged
    .flatMap((one) => findingOf(one, { context, cut, baseline, all: judged }) ?? [])
    .toSorted(bySeverity);
  const trials = judged.map((one) => trialOf(one, judged));
  const leftOut = exploration.leftOut.map(variationOf);
  const durationMs = Math.round(exploration.durationMs);
  const unmatchedAccepted = unmatchedIn(context.acceptedIds, findings);
  const shownBaseline = baseline === null ? null : baselineOf(baseline, exploration, cut);
  const explored = { trials, leftOut, baseline: shownBaseline, interrupted, durationMs };
  const hazards = reportedHazards(explored);
  const shown =
    problem === null
      ? shortfallOf({ trials, leftOut, shard, interrupted, hazards, families }, context.minExplored)
      : problemOf(problem, context);
  return {
    format: reportFormat,
    version: context.version,
    command,
    startedAt: new Date(startsAt).toISOString(),
    durationMs,
    seed: config.seed,
    fixture: config.fixture,
    ...context.given,
    families,
    shard,
    problem: shown,
    interrupted,
    summary: summaryOf({ trials, findings, leftOut, hazards, runs, durationMs }),
    baseline: shownBaseline,
    findings,
    groups: groupsOf(findings),
    unmatchedAccepted,
    trials,
    leftOut,
    questions: judged.flatMap(questionOf),
    minExplored: context.minExplored,
    hazards,
    ...(shard.of === 1 ? {} : { hazardsElsewhere: hazardsElsewhere(exploration) }),
    ...announcedReport(exploration, settings),
    notes: [...context.notes, ...unmatchedNotes({ unmatchedAccepted, problem: shown, shard })],
  };
}

function problemOf(problem: BaselineProblem, { messageOf }: ReportContext): ReportedProblem {
  const output = "observation" in problem ? problem.observation.output : null;
  return { kind: problem.kind, message: messageOf(problem), output };
}

function baselineOf(
  { exit, durationMs, calls, labels, choices, tests }: Observation,
  { nondeterminism }: Pick<Exploration, "nondeterminism">,
  cut: CutBody,
): ReportedBaseline {
  return {
    exitCode: exit.code,
    deterministic: nondeterminism === null,
    durationMs: Math.round(durationMs),
    calls: calls.map((call) => callOf(call, labels, (body) => cut(body, false))),
    choices: [...choices].toSorted(),
    tests: tests === null ? null : Object.fromEntries(tests),
  };
}

function questionOf({ question, trial }: Judged): readonly ReportedQuestion[] {
  if (question === undefined) return [];
  const { rule, choice, method, path, status, field } = question;
  // The segments after the names of collections are ids.
  const request = `${method} ${path.replaceAll(/(\/(?!v\d+\b)[A-Za-z-]+)\/[^/]+/g, "$1/…")}`;
  return [{ rule, choice, request, status, field, trial }];
}

function hazardsElsewhere({ elsewhere }: Exploration): readonly string[] {
  return [...new Set(elsewhere.flatMap(hazardsOfPlanned).map(({ id }) => id))];
}

function trialOf(judged: Judged, all: readonly Judged[]): ReportedTrial {
  const { planned, trial, facts, verdict, alsoSeen, reason, noticedBy, seen } = judged;
  const { exitCode, durationMs, calls, fired, tests, ending } = facts;
  return {
    id: trial,
    ...variationOf(planned),
    exitCode,
    durationMs: Math.round(durationMs),
    calls,
    fired,
    verdict,
    alsoSeen,
    tests: Array.from(tests, ([name, outcome]) => ({ name, outcome })),
    ...(noticedBy === undefined ? {} : { noticedBy }),
    reason,
    ...(seen === undefined ? {} : { seen }),
    ...(ending === undefined ? {} : { ending }),
    ...labelsOf(judged, all),
  };
}

/** How many labels the packed run of a trial varied and tested. */
function labelsOf(
  { trial, planned }: Judged,
  all: readonly Judged[],
): Pick<ReportedTrial, "labels"> {
  if (planned.workspace === null) return {};
  const asked = all.filter((one) => runOf(one.trial) === runOf(trial));
  return { labels: { asked: asked.length, tested: asked.filter(isTested).length } };
}

/** The run of a trial that has a number in it, such as `trial-3` of `trial-3.2`. */
function runOf(trial: string): string {
  return trial.replace(/\.\d+$/, "");
}

interface FindingContext {
  readonly context: ReportContext;
  readonly cut: CutBody;
  readonly baseline: Observation | null;
  readonly all: readonly Judged[];
}

/** The other trials of an announced change with a finding; the worst one stands for all. */
function otherTrials({ planned, trial }: Judged, all: readonly Judged[]): readonly string[] {
  if (planned.announced === undefined) return [];
  return all
    .filter((one) => one.planned.variation === planned.variation && one.trial !== trial)
    .filter((one) => one.planned.announced !== undefined && severityOf(one.verdict) !== null)
    .map((one) => one.trial);
}

function findingOf(
  judged: Judged,
  { context, cut, baseline, all }: FindingContext,
): Finding | null {
  const { acceptedFor, knownGroups, bundleFor, original = (planned) => planned } = context;
  const { verdict, alsoSeen, records, observation, planned, reason } = judged;
  const others = otherTrials(judged, all);
  const severity = severityOf(verdict);
  if (severity === null || observation === null) return null;
  const real = original(planned);
  const id = findingId(real, verdict);
  const named = variationOf(real);
  const group = groupId({ ...named, verdict });
  const acceptance = acceptedFor(acceptableIds({ ...named, id, group }));
  return {
    id,
    group,
    verdict,
    severity,
    trials: [judged.trial, ...others],
    ...variationOf(planned),
    accepted: acceptance !== null,
    acceptance,
    known: knownGroups.has(group),
    ...testOf(planned, observation),
    title: titleOf(planned, reason),
    explanation: explanationOf(planned, reason),
    advice: adviceOn({
      ...planned,
      verdict,
      records,
      before: baseline?.worlds.flatMap((world) => world.records) ?? [],
      calls: observation.calls,
    }),
    rules: rulesOf(planned),
    reason,
    alsoSeen,
    records: recordCounts(records, { baseline, trial: observation }),
    changes: records.map((one) => ({ ...one, fields: fieldDifferences(one) })),
    claim: claimOf(judged, observation),
    evidence: evidenceOf(planned, observation, cut),
    ...(planned.announced === undefined ? {} : meetingOf(observation)),
    ...(planned.family === "violations" ? { seenBy: seenBy(observation) } : {}),
    output: observation.output,
    bundle: bundleFor(id),
  };
}

function testOf(
  { workspace, call }: PlannedVariation,
  { labels }: Observation,
): Pick<Finding, "test"> {
  const name = workspace ?? call?.workspace ?? "";
  return labels.has(name) ? { test: name } : {};
}

/** What the client claims. The outcome of a test is the one that was judged: a label and a name in results can differ. */
function claimOf(
  { planned: { workspace }, facts }: Pick<Judged, "planned" | "facts">,
  { exit }: Observation,
): Finding["claim"] {
  const test = workspace === null ? null : (facts.tests.get(workspace) ?? null);
  return { exitCode: exit.code, timedOut: exit.timedOut, test };
}

/** The first call that was refused because of a change, else the last one that was changed. */
function meetingOf({ calls }: Observation): Pick<Finding, "at"> {
  const met = calls
    .filter(({ variation }) => variation !== null)
    .toSorted((one, other) => one.sentAtMs - other.sentAtMs);
  const call = met.find(({ status }) => status >= 400) ?? met.at(-1);
  return call === undefined ? {} : { at: { call: callName(call.id), status: call.status } };
}

function seenBy({ calls, labels }: Observation): readonly string[] {
  const varied = calls.filter(({ variation }) => variation !== null);
  return [...new Set(varied.map(({ id }) => id.workspace))].filter((name) => labels.has(name));
}

function evidenceOf(
  planned: PlannedVariation,
  { calls, labels }: Observation,
  cut: CutBody,
): readonly Evidence[] {
  const variedKey = planned.call === null ? null : callKey(planned.call);
  return calls
    .filter(({ id }) => planned.workspace === null || id.workspace === planned.workspace)
    .toSorted((one, other) => one.sentAtMs - other.sentAtMs)
    .map((call, at) => ({
      call: at + 1,
      received: call.status !== 0,
      ...callOf(call, labels, (body) => cut(body, callKey(call.id) === variedKey)),
    }));
}

function callOf(
  call: ObservedCall,
  labels: ReadonlySet<string>,
  cut: (body: string | null) => string | null,
): ReportedCall {
  const { id, operation, method, path, query, status, serverStatus, rules, variation } = call;
  return {
    id: callKey(id),
    label: labels.has(id.workspace) ? id.workspace : null,
    operationId: operation,
    method,
    path,
    query,
    status: status === 0 ? serverStatus : status,
    rules,
    sentAtMs: Math.round(call.sentAtMs),
    answeredAtMs: Math.round(call.answeredAtMs),
    variation,
    body: cut(call.body),
    answer: cut(call.answer),
  };
}
