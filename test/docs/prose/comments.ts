import { globSync, readFileSync } from "node:fs";

import { parseSync } from "rolldown/utils";

import type { Prose } from "./lint.ts";

/** The comments of each source file, without directives, on the lines where they are. */
export function comments(): readonly Prose[] {
  const files = globSync("{src,test,bench,scripts}/**/*.{ts,tsx}", {
    exclude: ["**/node_modules/**"],
  });
  return files.map((file) => ({
    place: file,
    text: commentsIn(file, readFileSync(file, "utf8")),
  }));
}

/** The text of the comments in `source`; every other line is empty and so ends a paragraph. */
export function commentsIn(file: string, source: string): string {
  const lines = source.split("\n").map(() => "");
  for (const { value, start } of parseSync(file, source).comments) {
    if (/^\s*oxlint-/.test(value)) continue;
    const first = source.slice(0, start).split("\n").length - 1;
    for (const [index, line] of value.split("\n").entries()) {
      lines[first + index] = line.replace(/^\s*\*?\s*/, "").trim();
    }
  }
  return lines.join("\n");
}
