/** Carries out the events of a history in a workspace, as the platform or another key of the Firm would. */
import type { Environment } from "../../../domain/model/firm.ts";
import type { Lead } from "../../../domain/model/lead.ts";
import { leadState, newLead } from "../../../domain/model/lead.ts";
import type { ChangedWorld } from "../events.ts";
import { eventRows } from "../events.ts";
import type { HistoryEvent } from "../model.ts";
import { personOf } from "./people.ts";

/** A workspace with the names of its Leads. */
export interface NamedWorld extends ChangedWorld {
  readonly firmId: string;
  readonly environment: Environment;
  /** The id of each Lead by its name in the history. */
  readonly ids: Map<string, string>;
}

export function createLead(world: NamedWorld, name: string): void {
  const { workspace, firmId, environment, ids } = world;
  const lead = workspace.transaction(() => {
    const now = workspace.clock.now();
    const parent = { firmId, resourceType: "Firm", resourceId: firmId, environment } as const;
    const person = personOf(name, ids.size + 1);
    const { leads } = workspace.store();
    const made = workspace.createRecord("lead", leads, (id) =>
      newLead({ id, now, ...parent }, person),
    );
    workspace.emit("lead.created", { id: made.id });
    return made;
  });
  ids.set(name, lead.id);
}

/** The names of the Leads that an event creates, in order. */
export function createdBy({ id, kind }: Pick<HistoryEvent, "id" | "kind">): readonly string[] {
  return Array.from({ length: eventRows[kind].creates }, (_, at) =>
    at === 0 ? id : `${id}.${at + 1}`,
  );
}

/**
 * Carries out an event that changes one Lead, now. Returns false if it has no effect: its Lead does not exist, or is in
 * a state without this transition (rule state.terminal).
 */
export function applyEvent(world: NamedWorld, { kind, lead: name }: HistoryEvent): boolean {
  const lead = leadNamed(world, name);
  const { change } = eventRows[kind];
  if (lead === null || name === null || change === null) return false;
  // A Plan moves after its Lead has converted.
  if (kind !== "plan" && leadState(lead) !== "Active") return false;
  return change(world, lead, name);
}

function leadNamed({ workspace, ids }: NamedWorld, name: string | null): Lead | null {
  const id = name === null ? undefined : ids.get(name);
  return id === undefined ? null : workspace.store().leads.find(id);
}
