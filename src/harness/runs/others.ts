/** What other people do in the world of a run, as the platform does it. */
import { Date } from "../../base/values/native-timers.ts";
import type { Lead } from "../../domain/model/lead.ts";
import { leadState, newLead } from "../../domain/model/lead.ts";
import type { Sandbox, SandboxWatch } from "../../server/sandbox/sandbox.ts";
import { archiveLead } from "../../world/platform/archive-lead.ts";
import { signUpClientOf } from "../../world/platform/sign-up.ts";
import type { Workspace } from "../../world/workspace/workspace.ts";

/** Older than the other Leads, so that they move none of them in the order of creation. */
const createdAt = Date.UTC(2024, 0, 9, 9);
const minuteMs = 60_000;
const prefix = "Mor";

/** The Lead with a new kind of parent, which the variation `new-parent` adds. */
export const newParentLeadId = "LeadNew1";

/** Whether a run added that Lead. The client did not create it, so final worlds leave it out. */
export function isAddedLead(id: string): boolean {
  if (id === newParentLeadId) return true;
  return id.startsWith(prefix) && /^\d{5}$/.test(id.slice(prefix.length));
}

/** Adds Leads of other people to the Firm of the client. */
export function addLeads(sandbox: Sandbox, count: number): void {
  const [firm] = sandbox.describe().firms;
  if (count === 0 || firm === undefined) return;
  const workspace = sandbox.workspace();
  const { leads } = workspace.store();
  workspace.transaction(() => {
    for (let number = 1; number <= count; number += 1) {
      const lead = newLead(
        {
          id: `${prefix}${String(number).padStart(5, "0")}`,
          environment: "sandbox",
          firmId: firm.id,
          resourceType: "Firm",
          resourceId: firm.id,
          now: createdAt + number * minuteMs,
        },
        { email: `more${number}@example.com`, firstName: "Mona", lastName: "Moore" },
      );
      if (leads.find(lead.id) === null) leads.insert(leads.nextNumber(), lead);
    }
  });
}

/** What people do to an Active Lead: its client signs up, or staff archive it (interface 3). */
export const leadActions = {
  convert: (workspace: Workspace, lead: Lead): void => void signUpClientOf(workspace, lead),
  archive: (workspace: Workspace, lead: Lead): void =>
    void archiveLead(workspace, lead, "platform"),
} as const;

export type LeadAction = keyof typeof leadActions;

/**
 * Converts or archives the Active Leads of a workspace, or those with an email. `onControlCall` gets the calls that repeat
 * it in another sandbox.
 */
export function othersIn(
  workspace: Workspace,
  action: LeadAction,
  email: string | undefined,
  onControlCall: SandboxWatch["onControlCall"],
): void {
  const { leads } = workspace.store();
  const ids = leads
    .all()
    .filter((lead) => email === undefined || lead.email.toLowerCase() === email)
    .map(({ id }) => id)
    .filter((id) => !isAddedLead(id));
  for (const id of ids) {
    // A sign-up converts the other Leads of its email, too.
    const lead = leads.find(id);
    if (lead === null || leadState(lead) !== "Active") continue;
    const path = `/_sandbox/workspaces/${workspace.id}/leads/${id}/${action}`;
    onControlCall?.({ method: "POST", path, contentType: null, body: "" });
    leadActions[action](workspace, lead);
  }
}
