/** Command lines that a reader can paste into a shell. */
import { join } from "node:path";

import { hidden } from "../../../base/texts/visible.ts";
import type { Finding, Report } from "./shape.ts";

/** The command that reproduces a finding: a replay of its bundle, or an exploration of its operation without one. */
export function repeatCommand(
  report: Pick<
    Report,
    "command" | "seed" | "fixture" | "results" | "env" | "setup" | "flags" | "replayFlags"
  >,
  { bundle, variation, call }: Pick<Finding, "bundle" | "variation" | "call">,
  folder: string | null = null,
): readonly string[] {
  const { command, seed, fixture, results, env, setup, flags = [], replayFlags = [] } = report;
  const operation = call?.operation ?? variation.operation;
  const given = [
    ...(results === undefined ? [] : ["--results", results]),
    ...(env === undefined ? [] : ["--env", env]),
    ...(setup === undefined ? [] : ["--setup", setup]),
  ];
  if (bundle !== null) {
    return ["lead-sandbox", "replay", pathIn(folder, bundle), ...given, ...replayFlags];
  }
  return [
    "lead-sandbox",
    "explore",
    "--only",
    variation.family,
    ...(operation === undefined ? [] : ["--operations", operation]),
    ...(seed === 1 ? [] : ["--seed", String(seed)]),
    ...(fixture === "default" ? [] : ["--fixture", fixture]),
    ...given,
    ...flags,
    "--",
    ...command,
  ];
}

/** The path of a file in the folder of the report; without a folder, the file itself. */
export function pathIn(folder: string | null, file: string): string {
  return folder === null ? file : join(folder, file);
}

/** Quotes words for a POSIX shell and joins them into one line without invisible characters. */
export function shellLine(words: readonly string[]): string {
  return words.map(quoted).join(" ");
}

/** The same, broken into lines with backslashes. A word longer than `columns` gets its own line. */
export function shellLines(words: readonly string[], columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of words.map(quoted)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + " \\".length >= columns) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.map((line, at) => (at < lines.length - 1 ? `${line} \\` : line));
}

function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  const isHiding = word.search(hidden) !== -1;
  if (!isHiding) return `'${word.replaceAll("'", String.raw`'\''`)}'`;
  return `$'${word.replaceAll(/[\\']/g, String.raw`\$&`).replaceAll(hidden, escaped)}'`;
}

/** A character as bash, zsh and ksh read it between `$'` and `'`. */
function escaped(character: string): string {
  if (character === "\n") return String.raw`\n`;
  return String.raw`\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;
}
