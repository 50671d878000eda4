/** Merges the reports of shards. */
import { families } from "../variations/variation.ts";
import type { Finding, Report, ReportedTrial, ReportedVariation } from "./shape.ts";
import { bySeverity, summaryOf } from "./summary.ts";

/** The report of one shard; `name` is its folder. */
export interface ReportPart {
  readonly name: string;
  readonly report: Report;
}

/** Thrown if the reports do not belong to one exploration. */
export class MergeError extends Error {}

/**
 * Merges all parts into one report that counts repeated variations once. Throws `MergeError` if the parts do
 * not belong together.
 */
export function mergedReport(parts: readonly [ReportPart, ...ReportPart[]]): Report {
  const [first] = parts;
  for (const part of parts) checkSame(first, part);
  const reports = parts.map(({ report }) => report);
  const trials = distinct(reports.flatMap((report) => report.trials));
  const findings = distinct(reports.flatMap((report) => report.findings)).toSorted(bySeverity);
  const ran = new Set(trials.map(variationKey));
  const leftOut = [
    ...new Map(
      reports.flatMap((report) => report.leftOut).map((one) => [variationKey(one), one]),
    ).values(),
  ].filter((one) => !ran.has(variationKey(one)));
  const durationMs = Math.max(...reports.map((report) => report.durationMs));
  const runs = reports.reduce((sum, { summary }) => sum + summary.runs, 0);
  return {
    ...first.report,
    startedAt: reports.map(({ startedAt }) => startedAt).toSorted()[0] ?? first.report.startedAt,
    durationMs,
    families: families.filter((family) => reports.some((one) => one.families.includes(family))),
    shard: { part: 1, of: 1 },
    problem: problemOf(parts),
    interrupted: reports.some(({ interrupted }) => interrupted),
    summary: summaryOf({ trials, findings, leftOut, runs, durationMs }),
    baseline: reports.find(({ baseline }) => baseline !== null)?.baseline ?? null,
    findings,
    trials,
    leftOut,
    notes: [...new Set([...reports.flatMap(({ notes }) => notes), ...missingParts(parts)])],
  };
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
  const found = parts.find(({ report }) => report.problem !== null);
  if (found === undefined || found.report.problem === null) return null;
  const { problem } = found.report;
  return { ...problem, message: `${found.name}: ${problem.message}` };
}

function missingParts(parts: readonly ReportPart[]): readonly string[] {
  const of = parts[0]?.report.shard.of ?? 1;
  const there = new Set(parts.map(({ report }) => report.shard.part));
  return Array.from({ length: of }, (_, at) => at + 1)
    .filter((part) => !there.has(part))
    .map((part) => `Part ${part} of ${of} is missing: its variations are not in this report.`);
}
