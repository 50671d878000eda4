/** The calls of a trial and its end on one line. */
import type { Finding } from "./shape.ts";

/** How many calls, or repetitions of one, a line names. */
const callsMax = 12;

/** The calls in order with their outcomes, then the end: `POST 201, PATCH 429 (3 times), exit 0`. */
export function callsText({ evidence, claim }: Pick<Finding, "evidence" | "claim">): string {
  const runs: { readonly text: string; times: number }[] = [];
  for (const { method, status, received } of evidence) {
    const outcome =
      status === 0 ? "without an answer" : `${status}${received ? "" : ", answer lost"}`;
    const text = received ? `${method} ${outcome}` : `${method} (${outcome})`;
    const last = runs.at(-1);
    if (last?.text === text) last.times += 1;
    else runs.push({ text, times: 1 });
  }
  const named = runs.map(({ text, times }) => (times === 1 ? text : `${text} (${times} times)`));
  const left = named.length - callsMax;
  const shown = left > 0 ? [...named.slice(0, callsMax - 1), "…", ...named.slice(-1)] : named;
  return [...shown, endText(claim)].join(", ");
}

/** How the run ended, or its test. */
export function endText({ exitCode, timedOut, test }: Finding["claim"]): string {
  if (timedOut) return "no end";
  return test === null ? `exit ${exitCode}` : `test ${test}`;
}
