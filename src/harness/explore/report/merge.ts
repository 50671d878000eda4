/** Merges the reports of shards. */
import { families } from "../variations/variation.ts";
import { mergedAnnounced } from "./announced.ts";
import { groupsOf } from "./groups.ts";
import type { MinExplored } from "./hazard-shape.ts";
import { reportedHazards } from "./hazards.ts";
import type { Finding, Report, ReportedTrial, ReportedVariation } from "./shape.ts";
import { shortfallOf } from "./shortfall.ts";
import { bySeverity, summaryOf } from "./summary.ts";
import { unmatchedIn, unmatchedNotes } from "./unmatched.ts";

/** The report of one shard; `name` is its folder. */
export interface ReportPart {
  readonly name: string;
  readonly report: Report;
}

/** Thrown if the reports do not belong to one exploration. */
export class MergeError extends Error {}

/** How parts are merged. */
export interface MergeOptions {
  /** Whether shards may be missing. */
  readonly partial: boolean;
  readonly minExplored: MinExplored;
}

/**
 * Merges all parts into one report that counts repeated variations once. Throws `MergeError` if the parts do
 * not belong together, or if one is missing.
 */
export function mergedReport(
  parts: readonly [ReportPart, ...ReportPart[]],
  { partial, minExplored }: MergeOptions,
): Report {
  const [first] = parts;
  const missing = checkedParts(parts, partial);
  const reports = parts.map(({ report }) => report);
  const trials = distinct(reports.flatMap((report) => report.trials));
  const findings = distinct(reports.flatMap((report) => report.findings)).toSorted(bySeverity);
  const leftOut = leftOutOf(reports, trials);
  const durationMs = Math.max(...reports.map((report) => report.durationMs));
  const interrupted = reports.some((report) => report.interrupted);
  const shard = { part: 1, of: 1 };
  const unmatchedAccepted = unmatchedIn(
    reports.flatMap((report) => report.unmatchedAccepted),
    findings,
  );
  const baseline = reports.find((report) => report.baseline !== null)?.baseline ?? null;
  const known = missing.length === 0 ? [] : elsewhereIn(reports);
  const explored = { trials, leftOut, baseline, interrupted, durationMs, missing: known };
  const hazards = reportedHazards(explored);
  const tried = families.filter((one) => reports.some((part) => part.families.includes(one)));
  const problem =
    problemOf(parts) ?? shortfallOf({ ...explored, shard, hazards, families: tried }, minExplored);
  return {
    ...first.report,
    startedAt: reports.map(({ startedAt }) => startedAt).toSorted()[0] ?? first.report.startedAt,
    durationMs,
    families: tried,
    shard,
    problem,
    interrupted,
    summary: summaryOf({ trials, findings, leftOut, hazards, runs: runsOf(reports), durationMs }),
    baseline,
    findings,
    groups: groupsOf(findings),
    unmatchedAccepted,
    trials,
    leftOut,
    questions: reports.flatMap((report) => report.questions ?? []),
    minExplored,
    hazards,
    hazardsElsewhere: [],
    ...mergedAnnounced(reports),
    notes: [
      ...new Set([...reports.flatMap(ownNotes), ...missing]),
      // A missing shard may have the findings.
      ...(missing.length > 0 ? [] : unmatchedNotes({ unmatchedAccepted, problem, shard })),
    ],
  };
}

function runsOf(reports: readonly Report[]): number {
  return reports.reduce((sum, { summary }) => sum + summary.runs, 0);
}

/** Checks that the parts belong together. Returns a sentence about each that is missing. */
function checkedParts(
  parts: readonly [ReportPart, ...ReportPart[]],
  partial: boolean,
): readonly string[] {
  for (const part of parts) checkSame(parts[0], part);
  const missing = missingParts(parts);
  if (missing.length === 0 || partial) return missing;
  throw new MergeError(
    `${missing.join(" ")} Add ${missing.length === 1 ? "its folder" : "their folders"}, or pass --partial to merge without.`,
  );
}

/** The hazards that each part knows of other shards. */
function elsewhereIn(reports: readonly Report[]): readonly string[] {
  return [...new Set(reports.flatMap((report) => report.hazardsElsewhere ?? []))];
}

/** What ran in no part. */
function leftOutOf(
  reports: readonly Report[],
  trials: readonly ReportedTrial[],
): readonly ReportedVariation[] {
  const ran = new Set(trials.map(variationKey));
  const all = reports.flatMap((report) => report.leftOut);
  return [...new Map(all.map((one) => [variationKey(one), one])).values()].filter(
    (one) => !ran.has(variationKey(one)),
  );
}

/** The notes of a part, without those that all parts answer together. */
function ownNotes(report: Report): readonly string[] {
  const ofAll = unmatchedNotes(report);
  return report.notes.filter((note) => !ofAll.includes(note));
}

const sameIn = {
  version: ({ version }: Report) => version,
  command: ({ command }: Report) => command.join(" "),
  seed: ({ seed }: Report) => String(seed),
  fixture: ({ fixture }: Report) => fixture,
  "number of parts": ({ shard }: Report) => String(shard.of),
} as const;

function checkSame(first: ReportPart, part: ReportPart): void {
  for (const [what, valueOf] of Object.entries(sameIn)) {
    const [one, other] = [valueOf(first.report), valueOf(part.report)];
    if (one !== other) {
      throw new MergeError(
        `${part.name} is not a part of the same exploration as ${first.name}: its ${what} is ${other}, not ${one}.`,
      );
    }
  }
}

/** Removes duplicates. The same variation with another verdict is not a duplicate. */
function distinct<One extends ReportedTrial | Finding>(all: readonly One[]): readonly One[] {
  return [...new Map(all.map((one) => [`${variationKey(one)} ${one.verdict}`, one])).values()];
}

function variationKey({
  variation: { id, callId, operation },
  workspace,
}: ReportedVariation): string {
  return JSON.stringify([id, workspace, callId, operation]);
}

function problemOf(parts: readonly ReportPart[]): Report["problem"] {
  for (const { name, report } of parts) {
    const { problem } = report;
    // Whether enough was tested is a question to all parts together.
    if (problem === null || problem.kind === "too-little-tested") continue;
    return { ...problem, message: `${name}: ${problem.message}` };
  }
  return null;
}

function missingParts(parts: readonly ReportPart[]): readonly string[] {
  const of = parts[0]?.report.shard.of ?? 1;
  const there = new Set(parts.map(({ report }) => report.shard.part));
  return Array.from({ length: of }, (_, at) => at + 1)
    .filter((part) => !there.has(part))
    .map((part) => `Part ${part} of ${of} is missing: its variations are not in this report.`);
}
