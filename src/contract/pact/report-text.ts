import type { InteractionReport, Problem, VerificationReport } from "./report.ts";
import type { StaticFinding } from "./static-check.ts";

/** The report as lines for a terminal. */
export function textReport(report: VerificationReport): string {
  const { interactions, findings } = report;
  return [
    ...[...Map.groupBy(interactions, ({ source }) => source)].flatMap(([source, of]) => [
      "",
      plain(`${source}: ${of[0]?.consumer} with ${of[0]?.provider}`),
      ...of.flatMap(interactionLines),
    ]),
    ...staticLines(findings),
    "",
    summaryLine(report),
    "",
  ].join("\n");
}

/** One sentence that says how it went. */
export function summaryLine({ interactions, findings, passed }: VerificationReport): string {
  if (interactions.length === 0)
    return "Nothing was verified: there is no interaction, which is a failure.";
  const failed = interactions.filter((one) => !one.passed && !one.pending).length;
  const pending = interactions.filter((one) => !one.passed && one.pending).length;
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const parts = [
    `${interactions.length - failed - pending} of ${interactions.length} interactions fit`,
    ...(failed > 0 ? [`${failed} do not`] : []),
    ...(pending > 0 ? [`${pending} pending ones do not`] : []),
    ...(errors > 0 ? [`${errors} ${errors === 1 ? "error" : "errors"} of the static check`] : []),
  ];
  return `${passed ? "Passed" : "Failed"}: ${parts.join(", ")}.`;
}

function interactionLines(interaction: InteractionReport): readonly string[] {
  const { description, states, request, passed, pending, problems } = interaction;
  const mark = passed ? "ok  " : pending ? "wait" : "FAIL";
  const given = states.length === 0 ? "" : ` (given ${states.join(", ")})`;
  return [
    `  ${mark}  ${plain(description + given)}`,
    ...(passed ? [] : [`        ${plain(request)}`, ...problems.flatMap(problemLines)]),
  ];
}

/** Text of a pact as a terminal may have it: on one line, and without what would move its cursor. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\p{Cc}\p{Cf}]/gu, "\uFFFD");
}

function problemLines({ place, message, rule, advice }: Problem): readonly string[] {
  return [
    `        at ${plain(`${place}: ${message}`)}`,
    ...(rule === null ? [] : [`          rule ${rule.id}: ${rule.statement}`]),
    `          ${plain(advice)}`,
  ];
}

function staticLines(findings: readonly StaticFinding[]): readonly string[] {
  if (findings.length === 0) return [];
  return [
    "",
    "Static check against the OpenAPI document:",
    ...findings.map(
      ({ severity, interaction, place, message }) =>
        `  ${severity === "error" ? "FAIL" : "warn"}  ${plain(`${interaction}: ${message} (at ${place})`)}`,
    ),
  ];
}
