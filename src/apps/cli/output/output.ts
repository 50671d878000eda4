/** How commands print: text for a person, one JSON document with `--json`. */
import { stripVTControlCharacters, styleText } from "node:util";

import { jsonWithoutCommands } from "../../../base/texts/github.ts";

/** Prints a result: `value` as JSON with `--json`, else `text`. */
export function print(
  { json }: { readonly json?: boolean | undefined },
  value: unknown,
  text: () => string,
): void {
  const printed = json === true ? jsonWithoutCommands(JSON.stringify(value, null, 2)) : text();
  if (printed !== "") process.stdout.write(`${printed}\n`);
}

/** A table with bold headers; only `none` when there is no row. */
export function table(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  none: string,
): string {
  if (rows.length === 0) return none;
  const shown = rows.map((row) => row.map(plain));
  const widths = heads.map((head, index) =>
    Math.max(head.length, ...shown.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd();
  return [bold(line(heads)), ...shown.map(line)].join("\n");
}

/** Bold if standard output is a terminal with colours. */
export function bold(text: string): string {
  return styleText("bold", text, { stream: process.stdout });
}

/** Foreign text on one line, without terminal escape sequences. */
export function plain(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/\p{Cc}+/gu, " ");
}
