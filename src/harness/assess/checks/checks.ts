/** All checks, in the order of the contract. */
import type { AssessedRun, Assessment, Check, CheckContext } from "../run.ts";
import { isCut } from "./calls.ts";
import { checksInTrouble } from "./in-trouble.ts";
import { checksOfTraffic } from "./of-traffic.ts";

export const checks: readonly Check[] = [...checksInTrouble, ...checksOfTraffic];

/** A check with its conclusion. */
export interface Judged extends Assessment {
  readonly check: Check;
  /** Whether this assessment could have exercised it, but a run did not end. */
  readonly isOpen: boolean;
}

/** Judges every check. Without evidence, a check was not exercised. */
export function judgeAll(runs: readonly AssessedRun[], context: CheckContext): readonly Judged[] {
  return checks.map((check) => {
    const found = check.judge(runs, context);
    if (found !== null) return { check, isOpen: false, ...found };
    const cut = runs.find((run) => isCut(run) && check.isShownBy(run));
    const reason =
      cut === undefined
        ? `Nothing shows it. It needs: ${lowerFirst(check.exercise)}`
        : `Not judged: run ${cut.number} did not end.`;
    return { check, isOpen: cut !== undefined, verdict: "not-exercised", reason, evidence: [] };
  });
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
