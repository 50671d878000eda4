import { causesOf } from "./causes.ts";
import type { InteractionReport } from "./interaction-report.ts";
import { skippedPart, summaryLine } from "./report-text.ts";
import type { VerificationReport } from "./report.ts";

/** The report as Markdown, for the summary of a CI job. */
export function markdownReport(report: VerificationReport): string {
  const { interactions, findings, skipped } = report;
  const failed = interactions.filter(({ passed }) => !passed);
  return [
    "## Contract with the Lead API",
    "",
    summaryLine(report),
    "",
    ...(failed.length === 0 ? [] : failed.flatMap(section)),
    ...(skipped.length === 0
      ? []
      : [
          "### Skipped",
          "",
          ...skipped.map((part) => `- ${line(part.source)}: ${line(skippedPart(part))}`),
          "",
        ]),
    ...(findings.length === 0
      ? []
      : [
          "### Static check",
          "",
          ...findings.map(
            ({ severity, source, interaction, place, message }) =>
              `- ${severity}: **${line(interaction)}** in ${line(source)}: ${line(message)} (${line(place)})`,
          ),
          "",
        ]),
  ].join("\n");
}

function section(interaction: InteractionReport) {
  const { description, states, request, pending, problems } = interaction;
  const { source, consumer, provider } = interaction;
  return [
    `### ${line(description)}${pending ? " (pending)" : ""}`,
    "",
    `Pact ${line(source)}: ${line(consumer)} with ${line(provider)}`,
    "",
    ...(states.length === 0 ? [] : [`Given ${states.map(line).join(", ")}. `, ""]),
    line(request),
    "",
    ...causesOf(problems).flatMap(({ problems: of, rule, advice }) => [
      ...of.map(({ place, message }) => `- **${line(place)}**: ${line(message)}`),
      ...(rule === null ? [] : [`  - rule \`${rule.id}\`: ${line(rule.statement)}`]),
      `  - ${line(advice)}`,
    ]),
    "",
  ];
}

/** Puts text on one line and escapes Markdown. */
function line(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, "\uFFFD")
    .replaceAll(/([\\`*_<>|#[\]~&!])/g, "\\$1");
}
