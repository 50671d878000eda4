/** How checks turn calls into verdicts with evidence. */
import { replaceKeys } from "../../../domain/hiding/written-keys.ts";
import type { AssessedCall, AssessedRun, Assessment, CheckEvidence } from "../run.ts";

/** More calls of one verdict are not cited. */
const evidenceMax = 5;

/** A reason with the calls that show it; without a call it counts for nothing. */
export interface Shown {
  readonly reason: string;
  readonly evidence: readonly CheckEvidence[];
}

/** The calls of `run` as evidence, each once. */
export function cited(
  run: AssessedRun,
  calls: readonly (AssessedCall | undefined)[],
): readonly CheckEvidence[] {
  const shown = [...new Set(calls.filter((call) => call !== undefined))].slice(0, evidenceMax);
  return shown.flatMap((call) => {
    const at = run.calls.indexOf(call);
    if (at === -1) return [];
    const { requestId, method, path, status } = call;
    const { number, trial } = run;
    return [
      { run: number, trial, call: at + 1, requestId, method, path: hiddenPath(path), status },
    ];
  });
}

/** A path may name a person or hold a key. */
function hiddenPath(path: string): string {
  const names = replaceKeys(path, () => "(key)").split("/");
  return names.map((name) => (/@|%40/.test(name) ? "(email)" : name)).join("/");
}

/**
 * The verdict with the strongest evidence: a violation, then what needs attention, then what is shown. Null without any
 * evidence.
 */
export function conclude(found: {
  readonly violated?: Shown | null;
  readonly attention?: Shown | null;
  readonly shown?: Shown | null;
}): Assessment | null {
  for (const verdict of ["violated", "attention", "shown"] as const) {
    const one = found[verdict] ?? null;
    if (one !== null && one.evidence.length > 0) {
      return { verdict, reason: one.reason, evidence: one.evidence.slice(0, evidenceMax) };
    }
  }
  return null;
}

/** The first of `all` with evidence: what one run shows is not added to what another shows. */
export function firstOf(all: readonly (Shown | null)[]): Shown | null {
  return all.find((one) => one !== null && one.evidence.length > 0) ?? null;
}

/** More trials are not named. */
const trialsMax = 6;

/** The trials of runs in a sentence, such as `fault:429 and fault:503`. */
export function trialsText(runs: readonly AssessedRun[]): string {
  const names = [...new Set(runs.map(({ trial }) => trial))];
  const shown = names.slice(0, trialsMax);
  const rest = names.length - shown.length;
  const all = rest === 0 ? shown : [...shown, `${rest} more`];
  return all.length < 2 ? (all[0] ?? "") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}
