import type { Problem } from "./interaction-report.ts";

/** Problems of an interaction with the same rule and advice, so that reports print the advice once. */
export interface Cause extends Pick<Problem, "rule" | "advice"> {
  readonly problems: readonly Problem[];
}

/** Groups problems by cause, in the order of each first problem. */
export function causesOf(problems: readonly Problem[]): readonly Cause[] {
  const groups = Map.groupBy(problems, ({ rule, advice }) => JSON.stringify([rule?.id, advice]));
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ rule, advice }) => ({ rule, advice, problems: group })),
  );
}
