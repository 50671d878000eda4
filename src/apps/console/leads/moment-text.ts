import type { WorkspaceClient } from "../../../library/client/index.ts";

export type LeadLife = Awaited<ReturnType<WorkspaceClient["leads"]["get"]>>;
type Moment = Omit<LeadLife["history"][number], "at" | "cause">;

/** `Plan PlanHP01 moved from New to Completed`, `Lead LeadHPc1 converted to client profile ClientHP`. */
export function momentText(
  { type, planId, from, to, firmId }: Moment,
  { id, clientProfileId }: Pick<LeadLife, "id" | "clientProfileId">,
): string {
  const [, change = type] = type.split(".");
  const words = [
    planId === undefined ? `Lead ${id}` : `Plan ${planId}`,
    change,
    ...(type === "converted" && clientProfileId !== null
      ? [`to client profile ${clientProfileId}`]
      : []),
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(to === undefined ? [] : [`to ${to}`]),
    ...(firmId === undefined ? [] : [`to Firm ${firmId}`]),
  ];
  return words.join(" ");
}
