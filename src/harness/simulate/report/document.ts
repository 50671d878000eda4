/** The report as a document. */
import { counted } from "../../../base/values/counted.ts";
import type { Block, Document } from "../../report/document.ts";
import { code, heading, list, paragraph, quoted, table } from "../../report/document.ts";
import { eventsText, neverHappenedText, subjectOfFinding } from "./head.ts";
import type { ReportedFinding, SimulationReport } from "./shape.ts";

export function documentOfSimulation(report: SimulationReport): Document {
  const { command, problem, findings, summary, notes, interrupted } = report;
  const open = findings.filter(({ accepted }) => !accepted);
  const accepted = findings.filter((one) => one.accepted);
  const title = problem === null ? counted(open.length, "finding") : "not possible";
  return {
    title: `simulate${command.length === 0 ? "" : ` ${quoted(command.join(" "))}`}: ${title}`,
    blocks: [
      paragraph(aboutRun(report)),
      ...(problem === null ? [] : [code("text", problem)]),
      ...(interrupted ? [paragraph("Interrupted: this report is partial.")] : []),
      ...open.flatMap(findingBlocks),
      ...capacityBlocks(report),
      ...historyBlocks(report),
      ...section(
        "Accepted",
        accepted.map(({ id, title: what, acceptance }) =>
          acceptance === null
            ? `${quoted(id)}: ${what}`
            : `${quoted(id)}: ${what} ${acceptance.reason}`,
        ),
      ),
      ...section("Not explored", summary.notExplored),
      ...section("Notes", notes),
    ],
  };
}

function aboutRun({
  command,
  every,
  freshWithin,
  version,
  summary,
  seed,
}: SimulationReport): string {
  const seconds = (summary.durationMs / 1_000).toFixed(1);
  const what = command.length === 0 ? "The job" : quoted(command.join(" "));
  return `${what} every ${every}, fresh within ${freshWithin}: ${counted(summary.ticks, "tick")} in ${seconds} s, seed ${seed}, lead-sandbox ${version}.`;
}

function findingBlocks(finding: ReportedFinding): readonly Block[] {
  const { id, title, severity, explanation, advice, alternatives, story } = finding;
  return [
    { type: "verdict", mark: severity, title: subjectOfFinding(finding), text: title },
    paragraph(`${explanation} ${quoted(id)}`),
    ...(story.length === 0
      ? []
      : [{ type: "story", steps: story.map(({ at, text }) => ({ at, text })) } as const]),
    ...alternatives.map((one) =>
      paragraph(`Not under ${quoted(one)}: it is a question to the provider, too.`),
    ),
    paragraph(advice),
  ];
}

function capacityBlocks({ capacity }: SimulationReport): readonly Block[] {
  if (capacity === null) return [];
  const rows = capacity.measured.map(({ leads, calls }) => [String(leads), String(calls)]);
  const limits = Object.entries(capacity.leadsAt).map(
    ([quota, leads]) =>
      `${quota} calls an hour ${leads === null ? "are never used up" : `last up to ${counted(leads, "Lead")}`}`,
  );
  return [
    heading("Calls of a quiet tick"),
    ...table(["Leads", "calls"], rows),
    ...(limits.length === 0 ? [] : [paragraph(`${limits.join(", ")}.`)]),
  ];
}

function historyBlocks({ histories, summary }: SimulationReport): readonly Block[] {
  const columns = ["Leads at the start", "events", "ticks", "failed ticks", "calls"];
  const rows = histories.map(({ leads, events, ticks, failedTicks, calls }) =>
    [leads, events, ticks, failedTicks, calls].map(String),
  );
  if (rows.length === 0) return [];
  const [events, { neverHappened }] = [eventsText(summary), summary];
  return [
    heading("Histories"),
    ...table(columns, rows),
    ...(events === "" ? [] : [paragraph(`Events: ${events}.`)]),
    ...(neverHappened.length === 0 ? [] : [paragraph(neverHappenedText(neverHappened))]),
  ];
}

/** A list under a heading; nothing without items. */
function section(name: string, items: readonly string[]): readonly Block[] {
  return items.length === 0 ? [] : [heading(name), ...list(items)];
}
