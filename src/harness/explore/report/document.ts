/** The report as a document. */
import { lastLines } from "../../../base/texts/visible.ts";
import { counted } from "../../../base/values/counted.ts";
import type { Block, Document } from "../../report/document.ts";
import { code, heading, list, paragraph, plainText, quoted } from "../../report/document.ts";
import { timePlaceholder } from "../run/final-world.ts";
import { callsText } from "./calls-text.ts";
import { repeatCommand, shellLine } from "./commands.ts";
import { finalGapOf } from "./gaps.ts";
import type { Grouped } from "./groups.ts";
import { grouped, subjectOf, variantsOf } from "./groups.ts";
import { hazardsText, openHazards, openHazardText, questionLines } from "./hazard-text.ts";
import { placeOf } from "./place.ts";
import { changeText, placeholderNote } from "./record-fields.ts";
import type { Evidence, Finding, Report } from "./shape.ts";
import { headlineOf, knownFindings, openFindings } from "./summary.ts";

/** What the page shows of each list; `report.json` has the others. */
const [groupsMax, callsMax, recordsMax, fieldsMax, namesMax] = [100, 20, 10, 5, 20];

export function documentOfExploration(report: Report): Document {
  const { notes, leftOut, interrupted } = report;
  const groups = grouped(openFindings(report));
  const more = groups.length - groupsMax;
  return {
    title: `explore: ${headlineOf(report)}`,
    blocks: [
      paragraph(aboutRun(report)),
      ...problemBlocks(report),
      ...(interrupted ? [paragraph("Interrupted: this covers the trials that finished.")] : []),
      ...list(notes),
      ...groups.slice(0, groupsMax).flatMap((group) => groupBlocks(report, group)),
      ...(more > 0 ? [paragraph(`And ${counted(more, "more group")}.`)] : []),
      ...section("Questions for the provider", questionLines(report).map(plainText)),
      ...hazardBlocks(report),
      ...section("Accepted", report.findings.filter(({ accepted }) => accepted).map(findingText)),
      ...section("Known from an earlier report", knownFindings(report).map(findingText)),
      ...section(
        "Not run",
        leftOut.map((one) => quoted(placeOf(one))),
      ),
    ],
  };
}

function aboutRun({ command, summary, seed, fixture, version, durationMs }: Report): string {
  const { tested, planned, violations } = summary;
  const broken = violations.caught + violations.missed;
  const noticed = broken === 0 ? "" : ` Violations noticed: ${violations.caught} of ${broken}.`;
  const seconds = (durationMs / 1_000).toFixed(1);
  return `${quoted(shellLine(command))}: ${tested} of ${counted(planned, "variation")} tested in ${seconds} s, seed ${seed}, fixture ${quoted(fixture)}, lead-sandbox ${version}.${noticed}`;
}

function problemBlocks({ problem }: Report): readonly Block[] {
  if (problem === null) return [];
  const last = lastLines(problem.output);
  return [
    { type: "verdict", mark: "open", title: "Not judged", text: problem.message },
    ...(last.length === 0 ? [] : [code("text", last.join("\n"))]),
  ];
}

function hazardBlocks(report: Report): readonly Block[] {
  const tested = hazardsText(report);
  if (tested === null) return [];
  const gap = finalGapOf(report);
  const open = openHazards(report);
  const rows = open.slice(0, groupsMax).map((one) => openHazardText(one, report));
  return [
    heading("Hazards"),
    paragraph(`${tested}.${open.length === 0 ? "" : " Not tested:"}`),
    ...list(rows.map(plainText)),
    ...(gap === null
      ? []
      : [
          { type: "verdict", mark: "open", title: "Not everything was tested", text: gap } as const,
        ]),
  ];
}

function groupBlocks(report: Report, group: Grouped): readonly Block[] {
  const { first, findings } = group;
  const { severity, verdict, sentence, explanation, advice, changes, evidence } = first;
  const where = findings.length === 1 ? placeOf(first) : subjectOf(group);
  const left = changes.length - recordsMax;
  const note = placeholderNote(changes.slice(0, recordsMax));
  return [
    { type: "verdict", mark: severity, title: `${verdict}: ${quoted(where)}`, text: sentence },
    paragraph(explanation),
    ...(findings.length === 1 ? [] : [paragraph(variantsText(group))]),
    ...list([
      ...changes.slice(0, recordsMax).map((one) => quoted(changeText(one, fieldsMax))),
      ...(left > 0 ? [`and ${left} more`] : []),
    ]),
    ...(note === null ? [] : [paragraph(note.replace(timePlaceholder, quoted(timePlaceholder)))]),
    ...callBlocks(evidence),
    paragraph(`The run in short: ${callsText(first)}.`),
    paragraph(advice),
    code("sh", shellLine(repeatCommand(report, first))),
  ];
}

function variantsText(group: Grouped): string {
  const { variations, calls, places } = variantsOf(group);
  const lists = [variations, calls, places].filter((names) => names.length > 0);
  const named = lists.map((names) => {
    const left = names.length - namesMax;
    return [...names.slice(0, namesMax).map(quoted), ...(left > 0 ? [`${left} more`] : [])].join(
      ", ",
    );
  });
  return `${group.findings.length} findings, such as ${quoted(placeOf(group.first))}. They differ in: ${named.join("; ")}.`;
}

/** The calls around the varied ones, without bodies. */
function callBlocks(evidence: readonly Evidence[]): readonly Block[] {
  if (evidence.length === 0) return [];
  const calls = evidence.slice(0, callsMax).map((call) => ({
    method: call.method,
    path: call.query === "" ? call.path : `${call.path}?${call.query}`,
    status: call.status,
    outcome: outcomeOf(call),
  }));
  return [{ type: "calls", calls }];
}

function outcomeOf({ received, variation }: Evidence): string {
  const notes = [
    ...(variation === null ? [] : [variation]),
    ...(received ? [] : ["the client got no answer"]),
  ];
  return notes.join(", ");
}

function findingText(finding: Finding): string {
  const { verdict, acceptance } = finding;
  const reason = acceptance === null ? "" : ` ${acceptance.reason}`;
  return `${verdict}: ${quoted(placeOf(finding))}.${reason}`;
}

/** A list under a heading; nothing without items. */
function section(name: string, items: readonly string[]): readonly Block[] {
  return items.length === 0 ? [] : [heading(name), ...list(items.slice(0, groupsMax))];
}
