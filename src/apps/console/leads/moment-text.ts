import { eventSummary } from "../../../domain/model/event-summary.ts";
import type { WorkspaceClient } from "../../../library/client/index.ts";

export type LeadLife = Awaited<ReturnType<WorkspaceClient["leads"]["get"]>>;
type Moment = Omit<LeadLife["history"][number], "at" | "cause">;

/** The sentence of the moment's event; who archived a Lead is in the cause of the moment. */
export function momentText(
  { type, planId, from = "", to = "", firmId = "" }: Moment,
  { id, clientProfileId }: Pick<LeadLife, "id" | "clientProfileId">,
): string {
  if (type === "archived" || (type === "converted" && clientProfileId === null)) {
    return `Lead ${id} ${type}`;
  }
  const data = { id: planId ?? id, clientProfileId, from, to, firmId };
  return eventSummary({ type: type.includes(".") ? type : `lead.${type}`, data });
}
