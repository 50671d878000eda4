/** The history of truth: every version of every Lead of the Firm, with the time since which it was true. */
import type { Lead, LeadState } from "../../../domain/model/lead.ts";
import { leadState } from "../../../domain/model/lead.ts";
import { spelledStatus } from "../../../domain/model/plan.ts";
import { chosenFor } from "../../../domain/rules/trace.ts";
import type { WorkspaceEvent } from "../../../world/workspace/logs/events.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";

/** What was true of a Lead since a moment. */
export interface Version {
  /** Epoch milliseconds. */
  readonly since: number;
  /** The id of the event that made it true; null for the start and for calls of the client. */
  readonly event: string | null;
  readonly state: LeadState;
  readonly email: string;
  readonly planIds: readonly string[];
  readonly planStatuses: readonly string[];
}

/** All that was ever true of a Lead, oldest first. */
export interface LeadTruth {
  readonly id: string;
  readonly name: string;
  readonly versions: readonly Version[];
}

export interface Truth {
  /** Notes what changed since the last call; `event` made the changes. */
  readonly note: (event: string | null) => void;
  readonly leads: () => readonly LeadTruth[];
  readonly find: (id: string) => LeadTruth | null;
  /** The Lead that has, or once had, that email. */
  readonly withEmail: (email: string) => LeadTruth | null;
  readonly withPlan: (id: string) => LeadTruth | null;
}

interface Growing extends LeadTruth {
  readonly versions: Version[];
}

/** Follows the Leads of a Firm. `nameOf` returns the name of a Lead in the history, if it has one. */
export function followTruth(
  workspace: Workspace,
  firmId: string,
  nameOf: (id: string) => string | null,
): Truth {
  const known = new Map<string, Growing>();
  const emails = new Map<string, string>();
  const plans = new Map<string, string>();
  const changed = new Map<string, number>();
  workspace.events.subscribe({
    onEvent(event) {
      for (const id of leadsOf(workspace, event)) changed.set(id, event.at);
    },
  });
  const noteLead = (id: string, since: number, event: string | null): void => {
    const lead = workspace.store().leads.find(id);
    if (lead === null || lead.resourceType !== "Firm" || lead.resourceId !== firmId) return;
    const truth = known.get(id) ?? { id, name: nameOf(id) ?? lead.email, versions: [] };
    const version = { since, event, ...valuesOf(workspace, lead) };
    const before = truth.versions.at(-1);
    known.set(id, truth);
    emails.set(lead.email.toLowerCase(), id);
    for (const plan of lead.planIds ?? []) plans.set(plan, id);
    if (before === undefined || !isSame(before, version)) truth.versions.push(version);
  };
  const find = (id: string): LeadTruth | null => known.get(id) ?? null;
  return {
    note(event) {
      for (const [id, since] of changed) noteLead(id, since, event);
      changed.clear();
    },
    leads: () => [...known.values()],
    find,
    withEmail: (email) => find(emails.get(email.trim().toLowerCase()) ?? ""),
    withPlan: (plan) => find(plans.get(plan) ?? ""),
  };
}

/** The Leads that an event of the workspace is about. */
function leadsOf(workspace: Workspace, { type, data }: WorkspaceEvent): readonly string[] {
  const { id, leadId } = data;
  if (type.startsWith("lead.") && typeof id === "string") return [id];
  if (type === "plan.created" && typeof leadId === "string") return [leadId];
  if (!type.startsWith("plan.") && !type.startsWith("record.")) return [];
  if (typeof id !== "string") return [];
  const plan = workspace.store().plans.find(id);
  if (plan === null) return [id];
  return plan.leadId === null ? [] : [plan.leadId];
}

function valuesOf(workspace: Workspace, lead: Lead): Omit<Version, "since" | "event"> {
  const spelling = chosenFor("plan.status.spelling", workspace.assumptions());
  const planIds = lead.planIds ?? [];
  const plans = planIds.map((id) => workspace.store().plans.find(id));
  return {
    state: leadState(lead),
    email: lead.email,
    planIds,
    planStatuses: plans.flatMap((plan) =>
      plan === null ? [] : [spelledStatus(plan.status, spelling)],
    ),
  };
}

function isSame(one: Version, other: Version): boolean {
  return (
    one.state === other.state &&
    one.email === other.email &&
    one.planIds.join() === other.planIds.join() &&
    one.planStatuses.join() === other.planStatuses.join()
  );
}
