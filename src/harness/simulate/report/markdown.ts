/** The report as Markdown, for the summary of a CI job. */
import { singleLine, visible } from "../../../base/texts/visible.ts";
import type { ReportedFinding, SimulationReport } from "./shape.ts";
import { headOf } from "./text.ts";

export function markdownOfSimulation(report: SimulationReport): string {
  const { problem, findings, summary, capacity, histories, notes } = report;
  const open = findings.filter(({ accepted }) => !accepted);
  const lines = [
    `## simulate: ${problem === null ? `${summary.findings} findings` : "not possible"}`,
    "",
    ...(problem === null
      ? []
      : ["```text", visible(problem).replaceAll("```", "` ` `"), "```", ""]),
    ...open.flatMap(findingLines),
    ...(capacity === null
      ? []
      : [
          "| Leads | calls of a quiet tick |",
          "| ---: | ---: |",
          ...capacity.measured.map(({ leads, calls }) => `| ${leads} | ${calls} |`),
          "",
        ]),
    ...(histories.length === 0
      ? []
      : [
          "| Leads at the start | events | ticks | failed | calls |",
          "| ---: | ---: | ---: | ---: | ---: |",
          ...histories.map(
            ({ leads, events, ticks, failedTicks, calls }) =>
              `| ${leads} | ${events} | ${ticks} | ${failedTicks} | ${calls} |`,
          ),
          "",
        ]),
    ...summary.notExplored.map((one) => `Not explored: ${escapedText(one)}\n`),
    ...notes.map((note) => `${escapedText(note)}\n`),
  ];
  return `${lines.join("\n")}\n`;
}

function findingLines(finding: ReportedFinding): readonly string[] {
  const { id, title, explanation, advice, alternatives, story } = finding;
  return [
    `### ${escapedText(title)}`,
    "",
    `${escapedText(headOf(finding))} \`${id}\``,
    "",
    escapedText(explanation),
    "",
    ...(story.length === 0
      ? []
      : [
          "```text",
          ...story.map(({ at, text }) => `${at}  ${singleLine(text).replaceAll("```", "` ` `")}`),
          "```",
          "",
        ]),
    ...alternatives.map((one) => `Not under \`${one}\`: it is a question to the provider, too.\n`),
    escapedText(advice),
    "",
  ];
}

function escapedText(text: string): string {
  return singleLine(text).replaceAll(/[\\`*_[\]<>|#~]/g, String.raw`\$&`);
}
