/** What other people do in the world of a run. */
import { Date } from "../../../base/values/native-timers.ts";
import { leadState, newLead } from "../../../domain/model/lead.ts";
import type { Sandbox } from "../../../server/sandbox/sandbox.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";

/** Older than the other Leads, so that they move none of them in the order of creation. */
const createdAt = Date.UTC(2024, 0, 9, 9);
const minuteMs = 60_000;
const prefix = "Mor";

/** Whether a Lead is one that `addLeads` added. */
export function isAddedLead(id: string): boolean {
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

/** Converts or archives the Active Leads of a workspace, or those with an email. Leads that changed meanwhile stay. */
export async function othersIn(
  sandbox: Sandbox,
  action: "convert" | "archive",
  workspace: Workspace,
  email?: string,
): Promise<void> {
  for (const id of activeLeads(workspace, email)) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as people do it
    await control(sandbox, "POST", `workspaces/${workspace.id}/leads/${id}/${action}`);
  }
}

function activeLeads(workspace: Workspace, email?: string): readonly string[] {
  const active = workspace
    .store()
    .leads.all()
    .filter((lead) => leadState(lead) === "Active");
  return active
    .filter((lead) => email === undefined || lead.email.toLowerCase() === email)
    .map(({ id }) => id)
    .filter((id) => !isAddedLead(id));
}

/** Calls the control API, so that the log of the run has the call and a replay sends it again. Returns its answer. */
export async function control(
  sandbox: Sandbox,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const { controlToken } = sandbox.config;
  const headers = {
    "content-type": "application/json",
    ...(controlToken === null ? {} : { authorization: `Bearer ${controlToken}` }),
  };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const request = new Request(`http://127.0.0.1/_sandbox/${path}`, { method, headers, ...sent });
  return (await sandbox.fetch(request)).json();
}
