/** A group of findings: what happened to the first one, what the client believed, and how to repeat it. */
import { printed } from "../../../base/texts/visible.ts";
import type { Block, PageBlock } from "../../report/document.ts";
import { code, details, list, paragraph, plainText, quoted } from "../../report/document.ts";
import { timePlaceholder } from "../../runs/final-world.ts";
import { callsText } from "./calls-text.ts";
import { repeatCommand, shellLine } from "./commands.ts";
import { callDetails, callOf, recordDetails, ruleLines } from "./document-calls.ts";
import type { Grouped } from "./groups.ts";
import { subjectOf, variantsOf } from "./groups.ts";
import { placeOf } from "./place.ts";
import { changeText, placeholderNote } from "./record-fields.ts";
import type { Evidence, Finding } from "./shape.ts";

/** What is shown at first of a finding; the rest is in details. */
const [recordsMax, fieldsMax, namesMax, neighbours] = [10, 5, 20, 3];

/** The verdict and the place; for several findings, what they share. */
export function groupTitle(group: Grouped): string {
  const { first, findings } = group;
  return findings.length === 1
    ? `${first.verdict}: ${quoted(placeOf(first))}`
    : `${first.verdict}: ${quoted(subjectOf(group))}, ${findings.length} findings`;
}

export function groupBlocks(
  report: Parameters<typeof repeatCommand>[0],
  group: Grouped,
): readonly PageBlock[] {
  const { first, findings } = group;
  const { severity, reason, advice, alsoSeen, acceptance, rules, bundle, id } = first;
  const where = bundle === null ? "" : "Run it in the folder of this report. ";
  return [
    { type: "verdict", mark: severity, title: groupTitle(group), text: plainText(reason) },
    ...(alsoSeen.length === 0 ? [] : [paragraph(`Also: ${alsoSeen.join(", ")}.`)]),
    ...(findings.length === 1 ? [] : variantBlocks(group)),
    ...(acceptance === null || findings.length > 1 ? [] : [paragraph(acceptedText(acceptance))]),
    storyBlock(first),
    ...callBlocks(first),
    ...recordBlocks(first),
    paragraph(`What to change: ${advice}`),
    ...(rules.length === 0 ? [] : [paragraph("Rules of the interface:")]),
    ...list(ruleLines(rules)),
    paragraph("To reproduce it:"),
    code("sh", shellLine(repeatCommand(report, first))),
    paragraph(`${where}Finding ${quoted(id)}, group ${quoted(group.id)}.`),
    ...details("The calls with their bodies", first.evidence.flatMap(callDetails)),
    ...details("The records in full", first.changes.flatMap(recordDetails)),
    ...outputDetails(first),
  ];
}

/** What the findings differ in, and each of them. */
function variantBlocks(group: Grouped): readonly PageBlock[] {
  const { findings, first } = group;
  const { variations, calls, places } = variantsOf(group);
  const lists = [
    ...variantLine("Variations", variations),
    ...variantLine("Calls", calls),
    ...variantLine("In", places),
  ];
  return [
    paragraph(`${findings.length} findings with one likely cause. They differ in:`),
    ...list(lists),
    ...details("Every finding of the group", list(findings.map(variantText))),
    paragraph(`The first one in detail: ${quoted(placeOf(first))}.`),
  ];
}

function variantLine(name: string, values: readonly string[]): readonly string[] {
  if (values.length === 0) return [];
  const left = values.length - namesMax;
  const shown = values.slice(0, namesMax).map(quoted);
  return [`${name}: ${[...shown, ...(left > 0 ? [`and ${left} more`] : [])].join(", ")}`];
}

function variantText({ bundle, acceptance, ...finding }: Finding): string {
  const accepted = acceptance === null ? "" : ` ${acceptedText(acceptance)}`;
  return `${quoted(placeOf(finding))} ${quoted(bundle ?? finding.id)}${accepted}`;
}

/** Why a finding is accepted, and until when. */
export function acceptedText({ reason, expires }: NonNullable<Finding["acceptance"]>): string {
  return `Accepted${expires === null ? "" : `, until ${expires}`}: ${quoted(reason)}`;
}

/** What the client sent, what happened, and what it claimed. */
function storyBlock(finding: Finding): Block {
  const { sentence, call, seenBy = [] } = finding;
  const order = call?.bestEffort === true ? ", identified among such calls by its order only" : "";
  const tests =
    seenBy.length === 0 ? "" : ` Tests whose calls were changed: ${seenBy.map(quoted).join(", ")}.`;
  const to = call === null ? "" : ` To ${quoted(call.name)}${order}.`;
  return {
    type: "story",
    steps: [
      { at: "What happened:", text: `${sentence}${to}${tests}` },
      { at: "What the client claimed:", text: claimOf(finding) },
      { at: "The run in short:", text: `${callsText(finding)}.` },
    ],
  };
}

function claimOf({ claim: { exitCode, timedOut, test } }: Finding): string {
  if (timedOut) return "Nothing: it did not finish in time and was stopped.";
  if (test !== null) return `Its test ${test === "passed" ? "passed" : `is ${test}`}.`;
  return exitCode === 0
    ? "It ended with exit code 0: it claims success."
    : `It ended with exit code ${exitCode}: it claims failure.`;
}

/** The calls around the varied one. */
function callBlocks(finding: Finding): readonly Block[] {
  const { evidence } = finding;
  if (evidence.length === 0) return [paragraph("The client made no calls.")];
  const at = Math.max(
    0,
    evidence.findIndex((call) => isVariedBy(finding, call)),
  );
  const [from, to] = [Math.max(0, at - neighbours), at + neighbours + 1];
  const shown = evidence.slice(from, to);
  const { length } = evidence;
  const part = `Calls ${from + 1} to ${from + shown.length} of ${length}:`;
  return [
    ...(shown.length === length ? [] : [paragraph(part)]),
    { type: "calls", calls: shown.map(callOf) },
  ];
}

function isVariedBy({ variation: { callId } }: Finding, { id, variation }: Evidence): boolean {
  return variation !== null && (callId === null || id === callId);
}

/** What the records show, each in one line. */
function recordBlocks({ changes }: Finding): readonly Block[] {
  const left = changes.length - recordsMax;
  const note = placeholderNote(changes);
  return [
    ...(changes.length === 0 ? [] : [paragraph("What the records show:")]),
    ...list([
      ...changes.slice(0, recordsMax).map((one) => quoted(changeText(one, fieldsMax))),
      ...(left > 0 ? [`and ${left} more`] : []),
    ]),
    ...(note === null ? [] : [paragraph(note.replace(timePlaceholder, quoted(timePlaceholder)))]),
  ];
}

function outputDetails({ output }: Finding): readonly PageBlock[] {
  const text = printed(output);
  return text === "" ? [] : details("The output of the command", [code("text", text)]);
}
