/** The report of a run as Markdown. */
import type { Table } from "./bench.ts";
import type { Figure, Results } from "./figures.ts";
import { median } from "./figures.ts";
import { goals } from "./goals.ts";
import { ratioOf } from "./judging.ts";
import { measures } from "./measures/measures.ts";
import { tried } from "./tried.ts";

/** Goals with what was tried for those that are not met, tables, versions and machine. */
export function reportOf(results: Results): string {
  const tables = measures.flatMap((measure) => measure.tables);
  return [
    "# Performance",
    introduction(results),
    "## Goals",
    goalsTable(results),
    ...whatWasTried(results),
    ...tables.map((table) => section(table, results)),
    "## Not measured",
    results.skipped.length === 0
      ? "Nothing was left out."
      : results.skipped.map(({ what, why }) => `- ${what}: ${why}`).join("\n"),
    "## Versions",
    versions(results),
    "",
  ].join("\n\n");
}

function introduction({ date, machine, run }: Results): string {
  const { cpu, cores, memoryGiB, system, node, java, isPinned } = machine;
  return [
    `Written by \`npm run bench\` on ${date}; the figures themselves are in \`performance.json\`. Times and rates belong to one`,
    "machine: the ratios are what to look at. Every target runs in a process of its own and takes turns with the others;",
    "figures are medians of the rounds, ratios medians of those within a round. The sandbox is the bundle of the image with",
    "everything on that is on by default, but the quota, which is off by setting.",
    "",
    `- Machine: ${cpu}, ${cores} cores, ${memoryGiB.toFixed(0)} GiB, ${system}, Node ${node}${java === null ? ", no Java" : `, ${java}`}.`,
    `- Load average before ${machine.loadBefore.toFixed(1)}, after ${machine.loadAfter.toFixed(1)}; ${isPinned ? "servers on one core, the load on another, but starts on all" : "**nothing was pinned to a core: a figure may be off by two**"}.`,
    `- Size ${run.size}: ${run.rounds} rounds, ${run.seconds} s a point of throughput.`,
    "- `(0.50 ×)` is the ratio to the yardstick of the table; `!` marks answers that were neither 2xx nor 3xx or were lost, with their number; `~` marks a figure at which the load itself took its whole core, so that the server may do more.",
  ].join("\n");
}

function goalsTable(results: Results): string {
  const rows = goals.map(({ what, goal, judge }) => {
    const { isMet, reached } = judge(results);
    const verdict = isMet === null ? "not measured" : isMet ? "met" : "**not met**";
    return `| ${[what, goal, reached, verdict].join(" | ")} |`;
  });
  return ["| measure | goal | reached | |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

/** Of every goal that is not met what was tried for it. */
function whatWasTried(results: Results): readonly string[] {
  const missed = goals.filter(({ judge }) => judge(results).isMet === false);
  if (missed.length === 0) return [];
  const parts = missed.map(({ what }) => `### ${what}\n\n${tried[what] ?? nothingSaid}`);
  return ["## What was tried for the goals that are not met", ...parts];
}

const nothingSaid = "Nothing is written down of it (`bench/tried.ts`).";

function section(table: Table, { figures }: Results): string {
  const ours = figures.filter(({ measure }) => measure === table.id);
  const parts = [`## ${table.title}`, table.note];
  if (ours.length === 0) return [...parts, "Not measured in this run."].join("\n\n");
  const columns = [...new Map(ours.map((one) => [one.column, one.unit]))];
  const targets = [...new Set(ours.map(({ target }) => target))];
  const head = columns.map(([column, unit]) => `${column}${unit === "count" ? "" : `, ${unit}`}`);
  const rows = targets.map((target) => {
    const cells = columns.map(([column]) => cell(ours, table, target, column));
    return `| ${[target, ...cells].join(" | ")} |`;
  });
  const rule = `| --- |${" ---: |".repeat(columns.length)}`;
  return [...parts, [`| | ${head.join(" | ")} |`, rule, ...rows].join("\n")].join("\n\n");
}

function cell(figures: readonly Figure[], table: Table, target: string, column: string): string {
  const find = (of: string | null): Figure | null =>
    figures.find((one) => one.target === of && one.column === column) ?? null;
  const figure = find(target);
  if (figure === null) return "";
  const isCompared =
    target !== table.yardstick && (table.compared ?? ["req/s"]).includes(figure.unit);
  const ratio = isCompared ? ratioOf(figure, find(table.yardstick)) : null;
  const marks = `${figure.isLoadBound ? " ~" : ""}${figure.errors > 0 ? ` !${figure.errors}` : ""}`;
  const times = ratio === null || !Number.isFinite(ratio) ? "" : ` (${ratio.toFixed(2)} ×)`;
  return `${shown(median(figure.rounds))}${times}${marks}`;
}

/** Three digits that count. */
function shown(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

function versions({ versions: of }: Results): string {
  const rows = Object.entries(of).map(([name, version]) => `| ${name} | ${version} |`);
  return ["| | version |", "| --- | --- |", ...rows].join("\n");
}
