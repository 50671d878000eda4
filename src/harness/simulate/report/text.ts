/** The report for a terminal of 100 columns. */
import { visible } from "../../../base/texts/visible.ts";
import { wrapped } from "../../../base/texts/wrapped.ts";
import { counted } from "../../../base/values/counted.ts";
import { eventsText, neverHappenedText, subjectOfFinding } from "./head.ts";
import type { ReportedFinding, SimulationReport } from "./shape.ts";

type ReplayCommand = (bundle: string) => string;

/** The findings with their stories, each with the command that replays it, then the figures. */
export function textOfSimulation(report: SimulationReport, replay: ReplayCommand | null): string {
  const { problem, notes, summary, interrupted } = report;
  const open = report.findings.filter(({ accepted }) => !accepted);
  const lines = [
    ...open.flatMap((one) => [...findingLines(one, replay), ""]),
    ...(problem === null ? [] : [visible(problem), ""]),
    ...capacityLines(report),
    ...historyLines(report),
    ...eventLines(report),
    ...failureLines(report),
    ...(summary.notExplored.length === 0
      ? []
      : [`Not explored: ${summary.notExplored.join("; ")}.`]),
    ...notes.map((note) => wrapped(note, "")),
    ...(interrupted ? ["Interrupted: this report is partial."] : []),
    ...(problem === null ? [endLine(report)] : []),
  ];
  return `${lines.join("\n")}\n`;
}

export function headOf(finding: ReportedFinding): string {
  return `${finding.severity.toUpperCase()}  ${subjectOfFinding(finding)}`;
}

function findingLines(finding: ReportedFinding, replay: ReplayCommand | null): readonly string[] {
  const { id, title, explanation, advice, story, alternatives, history, bundle } = finding;
  return [
    headOf(finding),
    wrapped(title, "  "),
    ...storyLines(story),
    ...(story.length > 0 && !history.minimal ? ["  (a smaller history may show it, too)"] : []),
    ...(story.length === 0 ? [wrapped(explanation, "  ")] : []),
    ...alternatives.map((one) => `  not under ${one}: it is a question to the provider, too`),
    wrapped(advice, "  "),
    `  ${id}${bundle === null || replay === null ? "" : `  ${replay(bundle)}`}`,
  ];
}

/** The lines of a story, with the date where it changes. */
function storyLines(story: ReportedFinding["story"]): readonly string[] {
  let date = "";
  let tick = -1;
  return story.flatMap((line) => {
    if (line.text.startsWith("→")) return [wrapped(line.text, "  ", "    ")];
    const day = line.at.slice(0, 10);
    const lines = day === date ? [] : [`  ${day}`];
    date = day;
    const label = line.call !== null && line.tick !== tick ? `tick ${line.tick}:` : "";
    if (line.call !== null) ({ tick } = line);
    const time = line.at.slice(11, 23);
    const [first = "", ...rest] = wrapped(line.text, " ".repeat(27)).split("\n");
    return [...lines, `    ${time} ${label.padEnd(9)} ${first.trimStart()}`, ...rest];
  });
}

function capacityLines({ capacity, every, rehearsal }: SimulationReport): readonly string[] {
  if (capacity === null || rehearsal === null) return [];
  const measured = capacity.measured.map(
    ({ leads, calls }) => `${calls} with ${counted(leads, "Lead")}`,
  );
  const at = Object.entries(capacity.leadsAt).map(
    ([quota, leads]) =>
      `${quota} an hour ${leads === null ? "are never used up" : `up to ${counted(leads, "Lead")}`}`,
  );
  return [
    wrapped(`Calls of a quiet tick: ${measured.join(", ")}. Every ${every}, ${at.join(", ")}.`, ""),
  ];
}

function historyLines({ histories }: SimulationReport): readonly string[] {
  return histories.map(
    ({ leads, events, ticks, skipped, failedTicks, calls }) =>
      `${counted(leads, "Lead")}: ${counted(events, "event")}, ${counted(ticks, "tick")}${skipped === 0 ? "" : `, ${skipped} idle ones skipped`}${failedTicks === 0 ? "" : `, ${failedTicks} failed`}, ${counted(calls, "call")}`,
  );
}

function eventLines({ summary }: SimulationReport): readonly string[] {
  const { neverHappened } = summary;
  const events = eventsText(summary);
  return [
    ...(events === "" ? [] : [wrapped(`Events: ${events}.`, "")]),
    ...(neverHappened.length === 0 ? [] : [wrapped(neverHappenedText(neverHappened), "")]),
  ];
}

/** Without a finding, failed ticks need a word: those with `fail` and `crash` are meant to fail. */
function failureLines({ problem, histories, summary }: SimulationReport): readonly string[] {
  const isClean = problem === null && summary.findings === 0;
  if (!isClean || histories.every(({ failedTicks }) => failedTicks === 0)) return [];
  return ["A failed tick is not a finding if a later one puts the ledger right in time."];
}

function endLine({ summary, findings }: SimulationReport): string {
  const { findings: open, accepted, durationMs, ticks } = summary;
  const time = `${ticks} ticks in ${(durationMs / 1_000).toFixed(1)} s`;
  const known = accepted === 0 ? "" : `, ${accepted} accepted`;
  const partly = summary.notExplored.length === 0 ? "" : " in what ran";
  if (open === 0) return `No finding${partly}${known}. ${time}.`;
  const lasting = findings.filter((one) => one.lasting && !one.accepted).length;
  return `${counted(open, "finding")}, ${lasting} lasting${known}. ${time}.`;
}
