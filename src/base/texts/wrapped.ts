import { wrapAnsi } from "fast-wrap-ansi";

import { singleLine } from "./visible.ts";

/** The width of reports for a terminal. */
export const columns = 100;

/** Wraps text between words at the width of the terminal, and breaks longer words. Further lines begin with `hanging`. */
export function wrapped(text: string, indent: string, hanging = indent): string {
  const width = columns - hanging.length;
  const [first = "", ...rest] = wrapAnsi(singleLine(text), width, { hard: true }).split("\n");
  return [`${indent}${first}`, ...rest.map((line) => `${hanging}${line}`)].join("\n");
}
