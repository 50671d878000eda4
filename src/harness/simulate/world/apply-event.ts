/** Carries out the events of a history in a workspace, as the platform or another key of the Firm would. */
import type { Environment } from "../../../domain/model/firm.ts";
import type { Lead } from "../../../domain/model/lead.ts";
import { leadState, newLead, patchLead } from "../../../domain/model/lead.ts";
import { planStatuses } from "../../../domain/model/plan.ts";
import { archiveLead } from "../../../world/platform/archive-lead.ts";
import { movePlan } from "../../../world/platform/move-plan.ts";
import { signUpLead } from "../../../world/platform/sign-up-lead.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import type { HistoryEvent } from "../model.ts";
import { emailOf, personOf } from "./people.ts";

/** The Leads of a `burst`. */
export const burstLeads = 25;

/** A workspace with the names of its Leads. */
export interface NamedWorld {
  readonly workspace: Workspace;
  readonly firmId: string;
  readonly environment: Environment;
  /** The id of each Lead by its name in the history. */
  readonly ids: Map<string, string>;
  /** How often each Lead got another email. */
  readonly patches: Map<string, number>;
}

/** Creates the Lead with that name, now. */
export function createLead(world: NamedWorld, name: string): void {
  const { workspace, firmId, environment, ids } = world;
  const lead = workspace.transaction(() => {
    const now = workspace.clock.now();
    const parent = { firmId, resourceType: "Firm", resourceId: firmId, environment } as const;
    const person = personOf(name, ids.size + 1);
    const { leads } = workspace.store();
    const { number, id } = workspace.nextRecord("lead", leads);
    const made = newLead({ id, now, ...parent }, person);
    leads.insert(number, made);
    workspace.emit("lead.created", { id: made.id });
    return made;
  });
  ids.set(name, lead.id);
}

/** The names of the Leads that an event creates, in order. */
export function createdBy({ id, kind }: Pick<HistoryEvent, "id" | "kind">): readonly string[] {
  if (kind === "create") return [id];
  if (kind === "twin") return [id, `${id}.2`];
  if (kind !== "burst") return [];
  return Array.from({ length: burstLeads }, (_, at) => (at === 0 ? id : `${id}.${at + 1}`));
}

/**
 * Carries out an event that changes one Lead, now. Returns false if it has no effect: its Lead does not exist, or is in
 * a state without this transition (rule state.terminal).
 */
export function applyEvent(world: NamedWorld, { kind, lead: name }: HistoryEvent): boolean {
  const lead = leadNamed(world, name);
  if (lead === null || name === null) return false;
  if (kind === "plan") return advancePlan(world, lead);
  if (leadState(lead) !== "Active") return false;
  const { workspace, patches } = world;
  if (kind === "convert") signUpLead(workspace, lead);
  if (kind === "archive") archiveLead(workspace, lead, "platform");
  if (kind === "patch") {
    const version = (patches.get(name) ?? 0) + 1;
    patches.set(name, version);
    changeEmail(workspace, lead, emailOf(name, version));
  }
  return true;
}

function leadNamed({ workspace, ids }: NamedWorld, name: string | null): Lead | null {
  const id = name === null ? undefined : ids.get(name);
  return id === undefined ? null : workspace.store().leads.find(id);
}

function changeEmail(workspace: Workspace, lead: Lead, email: string): void {
  workspace.transaction(() => {
    const options = { now: workspace.clock.now(), merge: false };
    workspace.store().leads.update(patchLead(lead, { email }, options));
    workspace.emit("lead.updated", { id: lead.id, state: leadState(lead) });
  });
}

/** Moves the first Plan of a Lead to its next status; false without one. */
function advancePlan({ workspace }: NamedWorld, { planIds }: Lead): boolean {
  const plan = workspace.store().plans.find(planIds?.[0] ?? "");
  if (plan === null) return false;
  const status = planStatuses[planStatuses.indexOf(plan.status) + 1];
  if (status === undefined || status === "Closed") return false;
  return movePlan(workspace, plan, { status }) !== null;
}
