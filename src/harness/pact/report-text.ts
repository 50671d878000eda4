import { counted } from "../../base/values/counted.ts";
import type { Cause } from "./causes.ts";
import { causesOf } from "./causes.ts";
import type { InteractionReport } from "./interaction-report.ts";
import type { SkippedPart } from "./pact-file.ts";
import type { VerificationReport } from "./report.ts";
import { isFailure } from "./report.ts";

export function textReport(report: VerificationReport): string {
  const { interactions, next } = report;
  const named = interactions.filter(({ passed }) => next === undefined || !passed);
  return [
    ...[...Map.groupBy(named, ({ source }) => source)].flatMap(([source, of]) => [
      "",
      plain(`${source}: ${of[0]?.consumer} with ${of[0]?.provider}`),
      ...of.flatMap(interactionLines),
    ]),
    ...skippedLines(report),
    ...staticLines(report),
    "",
    summaryLine(report),
    "",
  ].join("\n");
}

/** The summary in one sentence. */
export function summaryLine(report: VerificationReport): string {
  const { interactions, findings, passed, next } = report;
  const skipped = skippedCounts(report);
  if (interactions.length === 0) {
    const why = skipped.length === 0 ? "no interactions found" : skipped.join(", ");
    return `Nothing was verified: ${why}. This counts as a failure.`;
  }
  const failed = interactions.filter((one) => !one.passed && !one.pending).length;
  const pending = interactions.filter((one) => !one.passed && one.pending).length;
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const warnings = findings.length - errors;
  const parts = [
    `${interactions.length - failed - pending} of ${interactions.length} interactions ${next === undefined ? "match" : `fit ${plain(next)}`}`,
    ...(failed > 0 ? [`${failed} do not`] : []),
    ...(pending > 0 ? [`${pending} pending ones do not`] : []),
    ...skipped,
    ...(errors > 0 ? [`${counted(errors, "error")} of the static check`] : []),
    ...(warnings > 0 ? [`${counted(warnings, "warning")} of the static check`] : []),
  ];
  return `${passed ? "Passed" : "Failed"}: ${parts.join(", ")}.`;
}

/** Such as `3 messages skipped`. */
function skippedCounts({ skipped }: VerificationReport): readonly string[] {
  return Array.from(
    Map.groupBy(skipped, ({ kind }) => kind),
    ([kind, of]) => {
      const count = of.reduce((sum, one) => sum + one.count, 0);
      return `${counted(count, kind)} skipped`;
    },
  );
}

function interactionLines(interaction: InteractionReport): readonly string[] {
  const { description, states, request, passed, pending, problems } = interaction;
  const mark = passed ? "ok  " : pending ? "wait" : "FAIL";
  const given = states.length === 0 ? "" : ` (given ${states.join(", ")})`;
  return [
    `  ${mark}  ${plain(description + given)}`,
    ...(passed ? [] : [`        ${plain(request)}`, ...causesOf(problems).flatMap(causeLines)]),
  ];
}

/** Puts text of a pact on one line and replaces control characters, which could move the cursor. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\p{Cc}\p{Cf}]/gu, "\uFFFD");
}

function causeLines({ problems, rule, advice }: Cause): readonly string[] {
  return [
    ...problems.map(({ place, message }) => `        at ${plain(`${place}: ${message}`)}`),
    ...(rule === null ? [] : [`          rule ${rule.id}: ${rule.statement}`]),
    `          ${plain(advice)}`,
  ];
}

function skippedLines({ skipped }: VerificationReport): readonly string[] {
  if (skipped.length === 0) return [];
  const lines = skipped.map((part) => `  skip  ${plain(`${part.source}: ${skippedPart(part)}`)}`);
  return ["", "Skipped:", ...lines];
}

/** What was skipped and why, in one sentence after another. */
export function skippedPart({ count, kind, reason }: SkippedPart): string {
  return `${counted(count, kind)}. ${reason}`;
}

function staticLines(report: VerificationReport): readonly string[] {
  const { findings } = report;
  if (findings.length === 0) return [];
  return [
    "",
    "Static check against the OpenAPI document:",
    ...findings.map((finding) => {
      const { interaction, place, message } = finding;
      const mark = isFailure(finding, report) ? "FAIL" : "warn";
      return `  ${mark}  ${plain(`${interaction}: ${message} (at ${place})`)}`;
    }),
  ];
}
