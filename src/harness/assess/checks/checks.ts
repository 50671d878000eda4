/** All checks, in the order of the contract. */
import type { AssessedRun, Assessment, Check, CheckContext } from "../run.ts";
import { isCut } from "./calls.ts";
import { checksInTrouble } from "./in-trouble.ts";
import { checksOfTraffic } from "./of-traffic.ts";

export const checks: readonly Check[] = [...checksInTrouble, ...checksOfTraffic];

export interface Judged extends Assessment {
  readonly check: Check;
  /** Whether this assessment could have exercised it, but a run did not end, or was left out. */
  readonly isOpen: boolean;
}

/**
 * Judges every check. Without evidence, a check was not exercised. `leftOut` names the trials that did not run, such as
 * `fault:503 at get-lead`.
 */
export function judgeAll(
  runs: readonly AssessedRun[],
  context: CheckContext,
  leftOut: readonly string[] = [],
): readonly Judged[] {
  const missing = leftOut.map((name) => ({ trial: name.split(" at ", 1)[0] ?? "", calls: [] }));
  return checks.map((check) => {
    const found = check.judge(runs, context);
    if (found !== null) return { check, isOpen: false, ...found };
    const cut = runs.find((run) => isCut(run) && check.isShownBy(run));
    const needed = missing.filter(check.isShownBy);
    const nothing =
      cut === undefined
        ? `Nothing shows it. It needs: ${lowerFirst(check.exercise)}`
        : `Not judged: run ${cut.number} did not end.`;
    const reason = `${nothing}${leftOutText(needed.length)}`;
    const isOpen = cut !== undefined || needed.length > 0;
    return { check, isOpen, verdict: "not-exercised", reason, evidence: [] };
  });
}

/** A trial that did not run may be the one that a check needs. */
function leftOutText(count: number): string {
  if (count === 0) return "";
  return ` Or it needs more time than --budget: ${count === 1 ? "a trial" : `${count} trials`} did not run.`;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
