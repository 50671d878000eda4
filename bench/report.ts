/** Writes the report of a run as Markdown. */
import type { Measure } from "./bench.ts";
import type { Figure, Results } from "./figures.ts";
import { median, ratioOf } from "./figures.ts";
import { measures } from "./measures/measures.ts";

export function reportOf(results: Results): string {
  return [
    "# Report of `npm run bench`",
    introduction,
    ...measures.flatMap((measure) => sectionOf(measure, results)),
    "## Method",
    method(results),
    "## Not measured",
    notMeasured(results),
    "## Versions",
    `${versions(results)}\n`,
  ].join("\n\n");
}

const introduction = [
  "A figure is the median of its rounds. A ratio such as `(0.50 ×)` compares with the row that has no ratio.",
  "It is the median of the ratios within a round. Compare the ratios: times and rates depend on the machine.",
].join("\n");

function sectionOf(
  { name, title, note, yardstick }: Measure,
  { figures }: Results,
): readonly string[] {
  const ours = figures.filter(({ measure }) => measure === name);
  return ours.length === 0 ? [] : [`## ${title}`, note, tableOf(ours, yardstick)];
}

function tableOf(figures: readonly Figure[], yardstick: string | null): string {
  const columns = [...new Map(figures.map(({ column, unit }) => [column, unit]))];
  const targets = [...new Set(figures.map(({ target }) => target))];
  const head = columns.map(([column, unit]) => `${column}${unit === "count" ? "" : `, ${unit}`}`);
  const rows = targets.map((target) => {
    const cells = columns.map(([column]) => {
      const find = (row: string | null): Figure | undefined =>
        figures.find((one) => one.target === row && one.column === column);
      return cell(find(target), target === yardstick ? undefined : find(yardstick));
    });
    return `| ${[target, ...cells].join(" | ")} |`;
  });
  const rule = `| --- |${" ---: |".repeat(columns.length)}`;
  return [`| | ${head.join(" | ")} |`, rule, ...rows].join("\n");
}

function cell(figure: Figure | undefined, yardstick: Figure | undefined): string {
  if (figure === undefined) return "";
  const ratio =
    yardstick === undefined ? "" : ` (${ratioOf(figure.rounds, yardstick.rounds).toFixed(2)} ×)`;
  return `${shown(median(figure.rounds))}${ratio}`;
}

/** Formats a number with three significant digits. */
function shown(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return value.toFixed(0);
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function method({ date, machine, isPinned, load, run }: Results): string {
  return [
    "The sandbox runs as the bundle of the image, with every default except the quota, which is off.",
    "Each server is a process of its own and takes turns with the others. `report.json` has every figure.",
    "",
    `- Date: ${date}. Size: ${run.size}. Rounds: ${run.rounds}, more for short measures.`,
    `- Machine: ${machine}.`,
    `- Load average: ${load.before.toFixed(1)} before the run, ${load.after.toFixed(1)} after it.`,
    isPinned
      ? "- Servers run on one core, the load on another. Starts and test runs use all cores."
      : "- **No process was pinned to a core: figures may be wrong by a factor of two.**",
    "- CPU is the processor time of all threads of the server for one answer. Other work on the machine changes it less than the rate.",
    "- At 1 connection, the wake-up between two cores takes most of the time.",
  ].join("\n");
}

function notMeasured({ figures, skipped }: Results): string {
  const named = new Set([...figures.map(({ measure }) => measure), ...skipped.map((s) => s.what)]);
  const missing = measures
    .filter(({ name }) => !named.has(name))
    .map(({ title }) => `- ${title}: not part of this run.`);
  const all = [...skipped.map(({ what, why }) => `- ${what}: ${why}`), ...missing];
  return all.length === 0 ? "The run measured everything." : all.join("\n");
}

function versions({ versions: of }: Results): string {
  const rows = Object.entries(of).map(([name, version]) => `| ${name} | ${version} |`);
  return ["| | version |", "| --- | --- |", ...rows].join("\n");
}
