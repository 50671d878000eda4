/** How commands print: text for a person, one JSON document with `--json`. */
import { stripVTControlCharacters, styleText } from "node:util";

/** Prints a result: `value` as JSON when that is asked for, else `text`. */
export function print(
  { json }: { readonly json?: boolean | undefined },
  value: unknown,
  text: () => string,
): void {
  const printed = json === true ? JSON.stringify(value, null, 2) : text();
  if (printed !== "") process.stdout.write(`${printed}\n`);
}

/** Rows below bold heads, in columns as wide as they need; only `none` when there is no row. */
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

/** Bold where standard output is a terminal that shows it. */
export function bold(text: string): string {
  return styleText("bold", text, { stream: process.stdout });
}

/** A text that others wrote, on one line and without what a terminal would obey. */
export function plain(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/\p{Cc}+/gu, " ");
}

/** A number with its noun, such as `1 Lead` and `2 Leads`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
