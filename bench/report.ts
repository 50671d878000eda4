/** Writes the report of a run as Markdown. */
import type { Table } from "./bench.ts";
import type { Figure, Results } from "./figures.ts";
import { median } from "./figures.ts";
import { goals } from "./goals.ts";
import { ratioOf } from "./judging.ts";
import { measures, parts } from "./measures/measures.ts";
import { tried } from "./tried.ts";

/** The report: goals first, then waiting times of users, then the other parts, then details. */
export function reportOf(results: Results): string {
  return [
    "# Performance",
    introduction(results),
    "## Goals",
    goalsTable(results),
    ...parts.flatMap(({ title, measures: own }) => {
      const tables = own.flatMap((measure) => measure.tables);
      const sections = tables.flatMap((table) => sectionOf(table, results, isMain));
      return sections.length === 0 ? [] : [`## ${title}`, ...sections];
    }),
    "## Details",
    "### Method",
    method(results),
    ...measures.flatMap((measure) => measure.tables).flatMap((table) => detailsOf(table, results)),
    ...whatWasTried(results),
    "### Not measured",
    notMeasured(results),
    "### Versions",
    versions(results),
    "",
  ].join("\n\n");
}

function introduction({ date, machine }: Results): string {
  return [
    `\`npm run bench\` wrote this page on ${date}, on a machine with ${machine.cores} cores (${machine.cpu}).`,
    "Compare the ratios: times and rates depend on the machine. A figure is the median of its rounds.",
    "A ratio such as `(0.50 ×)` compares with the row that has no ratio. It is the median of the ratios within a round.",
  ].join("\n");
}

function method({ date, machine, run }: Results): string {
  const { cpu, cores, memoryGiB, system, node, java, isPinned } = machine;
  return [
    "The sandbox runs as the bundle of the image, with every default except the quota, which is off.",
    "Each server is a process of its own and takes turns with the others. `performance.json` has every figure.",
    "",
    `- Date: ${date}. Size: ${run.size}, with ${run.rounds} rounds and ${run.seconds} s for a point of throughput.`,
    `- Machine: ${cpu}, ${cores} cores, ${memoryGiB.toFixed(0)} GiB, ${system}, Node ${node}${java === null ? ", no Java" : `, ${java}`}.`,
    `- Load average: ${machine.loadBefore.toFixed(1)} before the run, ${machine.loadAfter.toFixed(1)} after it.`,
    isPinned
      ? "- Servers run on one core, the load on another. Starts and test runs use all cores."
      : "- **No process was pinned to a core: figures may be wrong by a factor of two.**",
    "- CPU is the processor time of all threads of the server for one answer. Other work on the machine changes it less than the rate.",
    "- At 1 connection, the wake-up between two cores takes most of the time.",
    "- `!` marks a figure with failed answers: lost ones, and those with a status other than 2xx or 3xx. Their number follows.",
    "- `~` marks a figure that the load limits. The server may do more.",
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

/** Whether a column belongs to the main tables. Latency and processor time belong to the details. */
const isMain = (column: string): boolean => !/^(?:p50|p99|CPU)/.test(column);

function sectionOf(
  table: Table,
  results: Results,
  isShown: (column: string) => boolean,
): readonly string[] {
  const rows = tableOf(table, results, isShown);
  return rows === null ? [] : [`### ${table.title}`, table.note, rows];
}

function detailsOf(table: Table, results: Results): readonly string[] {
  const rows = tableOf(table, results, (column) => !isMain(column));
  return rows === null ? [] : [`### ${table.title}: latency and CPU`, rows];
}

function tableOf(
  table: Table,
  { figures }: Results,
  isShown: (column: string) => boolean,
): string | null {
  const ours = figures.filter(({ measure, column }) => measure === table.id && isShown(column));
  if (ours.length === 0) return null;
  const columns = [...new Map(ours.map((one) => [one.column, one.unit]))];
  const targets = [...new Set(ours.map(({ target }) => target))];
  const head = columns.map(([column, unit]) => `${column}${unit === "count" ? "" : `, ${unit}`}`);
  const rows = targets.map((target) => {
    const cells = columns.map(([column]) => cell(ours, table, target, column));
    return `| ${[target, ...cells].join(" | ")} |`;
  });
  const rule = `| --- |${" ---: |".repeat(columns.length)}`;
  return [`| | ${head.join(" | ")} |`, rule, ...rows].join("\n");
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

/** Formats a number with three significant digits. */
function shown(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

/** The attempts for each goal that is not met. */
function whatWasTried(results: Results): readonly string[] {
  const missed = goals.filter(({ judge }) => judge(results).isMet === false);
  if (missed.length === 0) return [];
  const rows = missed.map(({ what }) => `- **${what}.** ${tried[what] ?? nothingSaid}`);
  return ["### What was tried for the goals that are not met", rows.join("\n")];
}

const nothingSaid = "No attempt is recorded in `bench/tried.ts`.";

function notMeasured({ figures, skipped }: Results): string {
  const measured = new Set(figures.map(({ measure }) => measure));
  const missing = measures
    .flatMap((measure) => measure.tables)
    .filter(({ id }) => !measured.has(id))
    .map(({ title }) => `- ${title}: not part of this run.`);
  const all = [...skipped.map(({ what, why }) => `- ${what}: ${why}`), ...missing];
  return all.length === 0 ? "The run measured everything." : all.join("\n");
}

function versions({ versions: of }: Results): string {
  const rows = Object.entries(of).map(([name, version]) => `| ${name} | ${version} |`);
  return ["| | version |", "| --- | --- |", ...rows].join("\n");
}
