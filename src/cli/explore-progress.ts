import type { Progress } from "../explore/exploration.ts";
import { isFinding } from "../explore/exploration.ts";
import { callName } from "../explore/identity.ts";
import { variationId } from "../explore/report/variation-of.ts";

/** Shows the progress of an exploration: one changing line on a terminal, a line for each trial elsewhere. */
export interface ProgressLine {
  readonly show: (progress: Progress) => void;
  /** Clears the line of a terminal. */
  readonly end: () => void;
}

/** Starts to show progress on `stream`. */
export function progressLine(
  stream: NodeJS.WriteStream,
  budgetMs: number,
  isSilent: boolean,
): ProgressLine {
  if (isSilent) return { show: () => {}, end: () => {} };
  const started = performance.now();
  let findings = 0;
  return {
    show(progress) {
      if (progress.last !== null && isFinding(progress.last)) findings += 1;
      if (!stream.isTTY) {
        if (progress.last !== null) stream.write(`${trialText(progress)}\n`);
        return;
      }
      const left = timeLeft(progress, performance.now() - started, budgetMs);
      stream.write(
        `\r\u001B[K${progress.done} of ${progress.planned} variations, ${findings} findings, ${left} left`,
      );
    },
    end() {
      if (stream.isTTY) stream.write("\r\u001B[K");
    },
  };
}

function trialText({ done, planned, last }: Progress): string {
  if (last === null) return "";
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
