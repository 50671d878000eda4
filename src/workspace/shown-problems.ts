import * as z from "zod";

import { problemsCounted } from "./list-of.ts";

/** The maximum number of problems in an error. */
export const problemsShown = 100;

/** The number of problems in `error`: each unknown key is one. */
export function countProblems({ issues }: z.ZodError): number {
  return issues.reduce((sum, issue) => sum + ("keys" in issue ? issue.keys.length : 1), 0);
}

/** The number of problems that are not shown, as " And 12 more."; empty if all are. */
export function andMore(shown: number, counted: number): string {
  if (counted <= shown) return "";
  return counted < problemsCounted
    ? ` And ${counted - shown} more.`
    : ` And ${problemsCounted - shown} or more others.`;
}

/** The first problems in `error` as lines of text, with the number of the others. */
export function shownProblems(error: z.ZodError): string {
  const shown = new z.ZodError(error.issues.slice(0, problemsShown));
  const lines = z.prettifyError(shown).split("\n").map(shortened).join("\n");
  const more = andMore(shown.issues.length, error.issues.length);
  return more === "" ? lines : `${lines}\n${more.trim()}`;
}

const lengthMax = 300;

/** `text`, which can contain a name of any length, cut at 300 characters. */
export function shortened(text: string): string {
  return text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text;
}
