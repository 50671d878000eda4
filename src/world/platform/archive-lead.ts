import type { Lead } from "../../domain/model/lead.ts";
import { toArchived as archived } from "../../domain/model/lead.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Archives an Active Lead, for the platform's staff or its partner (interface 3; rule state.archive). */
export function archiveLead(workspace: Workspace, lead: Lead, by: "partner" | "platform"): Lead {
  return workspace.transaction(() => {
    const result = archiveLeadWithoutEffects(workspace, lead);
    workspace.emit("lead.archived", { id: lead.id, by });
    return result;
  });
}

/** The same, without an event. */
export function archiveLeadWithoutEffects(workspace: Workspace, lead: Lead): Lead {
  const result = archived(lead, workspace.clock.now());
  if (!result.ok) throw new Error(`Lead ${lead.id} is ${result.state} and cannot be archived.`);
  workspace.store().leads.update(result.lead);
  return result.lead;
}
