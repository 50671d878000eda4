import { performance } from "../../../base/values/native-timers.ts";
import type { Progress } from "../../../harness/explore/exploration.ts";
import { isFinding } from "../../../harness/explore/exploration.ts";
import { callName } from "../../../harness/explore/identity.ts";
import { variationId } from "../../../harness/explore/report/variation-of.ts";
import type { ProgressLine } from "../output/progress-line.ts";
import { newProgressLine } from "../output/progress-line.ts";

/** Shows the progress of an exploration; a step is a trial. */
export function progressLine(
  stream: NodeJS.WriteStream,
  budgetMs: number,
  isSilent: boolean,
): ProgressLine<Progress> {
  const started = performance.now();
  let findings = 0;
  return newProgressLine<Progress>(stream, isSilent, {
    changing(progress) {
      if (progress.last !== null && isFinding(progress.last)) findings += 1;
      const left = timeLeft(progress, performance.now() - started, budgetMs);
      return `${progress.done} of ${progress.planned} variations, ${findings} findings, ${left} left`;
    },
    step: trialText,
  });
}

function trialText({ done, planned, last }: Progress): string | null {
  if (last === null) return null;
  const { verdict, planned: varied } = last;
  const at = varied.call === null ? "" : ` at ${callName(varied.call)}`;
  const doubt = isFinding(last) ? ", to be confirmed" : "";
  return `${done}/${planned} ${verdict}${doubt}: ${variationId(varied)}${at}`;
}

/** The estimated remaining time, at most the rest of the budget. */
function timeLeft({ done, planned }: Progress, spentMs: number, budgetMs: number): string {
  const byPace = done === 0 ? budgetMs : (spentMs / done) * (planned - done);
  const seconds = Math.ceil(Math.max(0, Math.min(byPace, budgetMs - spentMs)) / 1_000);
  return seconds >= 60 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`;
}
