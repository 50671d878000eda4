/** Command lines that a reader can paste into a shell. */
import type { Finding, Report } from "./shape.ts";

/** Shows a finding again: its bundle where there is one, else an exploration of nothing but its operation. */
export function repeatCommand(
  { command, seed, fixture }: Pick<Report, "command" | "seed" | "fixture">,
  { bundle, family, call }: Pick<Finding, "bundle" | "family" | "call">,
  folder: string | null = null,
): string {
  if (bundle !== null) return shellLine(["lead-sandbox", "replay", pathIn(folder, bundle)]);
  return shellLine([
    ...["lead-sandbox", "explore", "--only", family],
    ...(call === null ? [] : ["--operations", call.operation]),
    ...(seed === 1 ? [] : ["--seed", String(seed)]),
    ...(fixture === "default" ? [] : ["--fixture", fixture]),
    ...["--", ...command],
  ]);
}

function pathIn(folder: string | null, file: string): string {
  return folder === null ? file : `${folder.replace(/\/+$/, "")}/${file}`;
}

/** Words as a POSIX shell takes them. */
export function shellLine(words: readonly string[]): string {
  return words
    .map((word) =>
      /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`,
    )
    .join(" ");
}
