/** The stages of a Plan in order. `test/console/parts` checks that they match the sandbox's own. */
export const stages = [
  "New",
  "Profiles Completed",
  "Ready for Pre-approval",
  "Pre-approved",
  "Application in Progress",
  "Lender Approved",
  "Ready to Fund",
  "Completed",
  "Closed",
] as const;
export type Stage = (typeof stages)[number];

/** The stages that a Plan can move to (rule plan.transitions). */
export function nextStages(status: Stage, isAnyAllowed: boolean): readonly Stage[] {
  if (isAnyAllowed) return stages.filter((stage) => stage !== status);
  const isOver = status === "Completed" || status === "Closed";
  return isOver ? [] : stages.slice(stages.indexOf(status) + 1);
}
