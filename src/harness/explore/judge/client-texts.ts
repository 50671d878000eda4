/** Compares what a client writes: its output, and its files in LEAD_SANDBOX_STATE. */
import { multisetDifference } from "../../../base/values/multiset-difference.ts";
import { withoutTimes } from "../../runs/final-world.ts";
import type { Observation, SteadyTexts } from "../model.ts";

/** What a client wrote in a run; a baseline knows in what two unchanged runs agree. */
export interface ClientTexts {
  readonly output: string;
  readonly files: ReadonlyMap<string, string>;
  readonly steady?: SteadyTexts;
}

/** What two unchanged runs agree in. */
export function steadyTexts(one: Observation, other: Observation): SteadyTexts {
  const [files, others] = [one.files ?? new Map<string, string>(), other.files ?? new Map()];
  const paths = [...new Set([...files.keys(), ...others.keys()])];
  const isSame = (path: string): boolean => isEqual(files.get(path), others.get(path));
  return { output: isEqual(one.output, other.output), files: new Set(paths.filter(isSame)) };
}

function isEqual(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && firstDifference(one, other) === null;
}

/** The first text in which a trial differs from what two unchanged runs agree in; null if there is none. */
export function textDifference(baseline: ClientTexts, trial: ClientTexts): string | null {
  const { steady } = baseline;
  if (steady === undefined) return null;
  const output = steady.output ? firstDifference(baseline.output, trial.output) : null;
  if (output !== null) return `its output: ${output}`;
  for (const path of steady.files) {
    const difference = firstDifference(baseline.files.get(path) ?? "", trial.files.get(path) ?? "");
    if (difference !== null) return `its file ${path}: ${difference}`;
  }
  const added = [...trial.files.keys()].find((path) => !baseline.files.has(path));
  return added === undefined || steady.files.size < baseline.files.size
    ? null
    : `its file ${added} is new`;
}

/** Longer lines are cut. */
const lineLengthMax = 120;

/** The first line that only one of two texts has, whatever the order of lines: threads write in any order. */
function firstDifference(before: string, after: string): string | null {
  const [one, other] = [linesOf(before), linesOf(after)];
  const [gone] = multisetDifference(one, other, (line) => line);
  const [added] = multisetDifference(other, one, (line) => line);
  if (gone === undefined && added === undefined) return null;
  return `${shown(gone)} → ${shown(added)}`;
}

function shown(line: string | undefined): string {
  const text = line?.trim() ?? "";
  if (text === "") return "nothing";
  return text.length <= lineLengthMax ? text : `${text.slice(0, lineLengthMax)}…`;
}

/** The lines without what differs from run to run: times, durations, ports and UUIDs. */
function linesOf(text: string): readonly string[] {
  return withoutTimes(text)
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi, "<uuid>")
    .replaceAll(/\b\d{4}-\d{2}-\d{2} \d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?/g, "<time>")
    .replaceAll(/\b\d{2}:\d{2}:\d{2}(?:[.,]\d+)?\b/g, "<time>")
    .replaceAll(/\b1\d{9}(?:\d{3})?(?:\.\d+)?\b/g, "<time>")
    .replaceAll(
      /\b\d+(?:\.\d+)?\s?(?:ms|s|sec|secs|seconds?|milliseconds?|min|minutes?)\b/g,
      "<duration>",
    )
    .replaceAll(/(?<=[a-z\d\]]:)\d{4,5}\b/gi, "<port>")
    .split(/\r?\n/);
}
