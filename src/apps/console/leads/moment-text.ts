import type { WorkspaceClient } from "../../../library/client/index.ts";

export type LeadLife = Awaited<ReturnType<WorkspaceClient["leads"]["get"]>>;
type Moment = Omit<LeadLife["history"][number], "at" | "cause">;

/** `Plan PlanHP01 moved from New to Completed`. */
export function momentText({ type, planId, from, to, firmId }: Moment): string {
  const [, change = type] = type.split(".");
  const words = [
    planId === undefined ? "Lead" : `Plan ${planId}`,
    change,
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(to === undefined ? [] : [`to ${to}`]),
    ...(firmId === undefined ? [] : [`to Firm ${firmId}`]),
  ];
  return words.join(" ");
}
