import type { Problem } from "./report.ts";

/** Problems of an interaction that have one reason: the advice on it is given once. */
export interface Cause extends Pick<Problem, "rule" | "advice"> {
  readonly problems: readonly Problem[];
}

/** The causes of problems, in the order of the first problem of each. */
export function causesOf(problems: readonly Problem[]): readonly Cause[] {
  const groups = Map.groupBy(problems, ({ rule, advice }) => JSON.stringify([rule?.id, advice]));
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ rule, advice }) => ({ rule, advice, problems: group })),
  );
}
