/** The expected contents of the service: a Map of Leads, each with its state (interface 3). */
import { ids, monday } from "../support/world.ts";

export type ModelState = "Active" | "Converted" | "Archived";

/** The parents of created Leads, with the surface whose key reaches them. */
export const parents = {
  firm: { path: `/firms/${ids.partnerFirm}`, type: "Firm", id: ids.partnerFirm, on: "partner" },
  member: {
    path: `/firmMembers/${ids.partnerOwner}`,
    type: "FirmMember",
    id: ids.partnerOwner,
    on: "partner",
  },
  realty: { path: `/firms/${ids.realtyFirm}`, type: "Firm", id: ids.realtyFirm, on: "realtor" },
} as const;
export type ParentName = keyof typeof parents;

export interface ModelLead {
  readonly id: string;
  readonly parent: ParentName;
  readonly planTypes: readonly string[];
  readonly createdAt: number;
  email: string;
  firstName: string;
  state: ModelState;
  updatedAt: number;
  deletedAt: number | null;
  convertedAt: number | null;
  planIds: readonly string[];
}

export interface Model {
  readonly leads: Map<string, ModelLead>;
  /** The emails of registered clients, in lower case. */
  readonly clients: Set<string>;
  now: number;
}

/** A model without records, with the clock at `monday`. */
export function newModel(): Model {
  return { leads: new Map(), clients: new Set(), now: Date.parse(monday) };
}

/** Applies a reset to the model. */
export function resetModel(model: Model): void {
  model.leads.clear();
  model.clients.clear();
  model.now = Date.parse(monday);
}

/** The Lead that an index selects; null when there are no Leads. */
export function pick(model: Model, index: number): ModelLead | null {
  return [...model.leads.values()][index % Math.max(1, model.leads.size)] ?? null;
}

/**
 * Whether a Lead of that parent uses the email, in any state (rules lead.unique,
 * lead.unique.deleted).
 */
export function isTaken(model: Model, parent: ParentName, email: string, except?: string): boolean {
  return [...model.leads.values()].some(
    (lead) => lead.parent === parent && sameEmail(lead.email, email) && lead.id !== except,
  );
}

/** Active Leads with that email under any parent, newest first (rule state.convert.scope). */
export function activeWith(model: Model, email: string): readonly ModelLead[] {
  return newestFirst(model).filter(
    (lead) => lead.state === "Active" && sameEmail(lead.email, email),
  );
}

export function newestFirst(model: Model): readonly ModelLead[] {
  return [...model.leads.values()].toReversed();
}

export function archive(model: Model, lead: ModelLead): void {
  Object.assign(lead, { state: "Archived", deletedAt: model.now, updatedAt: model.now });
}

/** Converts a Lead. Both timestamps of the state are the same moment (rule state.convert). */
export function convert(model: Model, lead: ModelLead, planIds: readonly string[]): void {
  const { now } = model;
  const times = { deletedAt: now, convertedAt: now };
  Object.assign(lead, { state: "Converted", planIds, ...times });
  model.clients.add(lead.email.toLowerCase());
}

function sameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
