/**
 * A Lead has no state field: two timestamps determine its state. Its only transitions are conversion and
 * archiving, each once (interface 3).
 */
import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject } from "../../base/values/json.ts";
import type { NamesSetBy, RecordOf } from "../records/field.ts";
import { nullsOf } from "../records/forms.ts";
import { leadFields, leadStates } from "../records/lead.ts";

/**
 * A mortgage seeker that a partner submitted (interface 2.1). Times are epoch milliseconds.
 * `firmId` is the Firm whose keys reach the Lead: the parent itself, or the parent member's Firm.
 */
export interface Lead extends RecordOf<typeof leadFields> {}

/** The owners a Lead can be created for (interface 1.8). */
export type LeadParentType = Lead["resourceType"];

/** The fields of a Lead that a client sends (interface 4.1). */
export type LeadFields = Pick<Lead, NamesSetBy<typeof leadFields, "client">>;

export { leadStates };
export type LeadState = (typeof leadStates)[number];

/** The state that the two timestamps determine (interface 3; rule state.two-timestamps). */
export function leadState(lead: Pick<Lead, "deletedAt" | "convertedAt">): LeadState {
  if (lead.deletedAt === null) return "Active";
  return lead.convertedAt === null ? "Archived" : "Converted";
}

const noFields = nullsOf(leadFields, "client");

/** A new Active Lead, created and updated at `now` (interface 3; rule lead.timestamps). */
export function newLead(
  input: Pick<Lead, "id" | "environment" | "firmId" | "resourceType" | "resourceId"> & {
    readonly now: number;
  },
  fields: Pick<LeadFields, "email"> & Partial<LeadFields>,
): Lead {
  const { now } = input;
  return {
    id: input.id,
    environment: input.environment,
    firmId: input.firmId,
    resourceType: input.resourceType,
    resourceId: input.resourceId,
    ...noFields,
    ...fields,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    convertedAt: null,
    planIds: null,
    clientProfileId: null,
  };
}

/**
 * The Lead after a PATCH, which changes only the fields that were sent (interface 4.1; rules lead.patch,
 * lead.patch.merge). `merge` keeps the keys of `phone` and `clientData` that were not sent.
 */
export function patchLead(
  lead: Lead,
  changes: Partial<LeadFields>,
  options: { readonly now: number; readonly merge: boolean },
): Lead {
  const merged = options.merge
    ? {
        ...("phone" in changes ? { phone: mergedPhone(lead.phone, changes.phone ?? null) } : {}),
        ...("clientData" in changes
          ? { clientData: mergedObject(lead.clientData, changes.clientData ?? null) }
          : {}),
      }
    : {};
  return { ...lead, ...changes, ...merged, updatedAt: options.now };
}

/** Whether a phone number is stored, as a string or in an object (interface 2.1). */
export function hasPhoneNumber({ phone }: Pick<Lead, "phone">): boolean {
  if (isJsonObject(phone)) return typeof phone["number"] === "string";
  return typeof phone === "string";
}

/**
 * The converted Lead, or why it cannot convert (interface 3; rules state.convert, state.convert.moments,
 * state.terminal).
 */
export function toConverted(
  lead: Lead,
  input: {
    readonly now: number;
    readonly clientProfileId: string;
    readonly planIds: readonly string[];
    /** Milliseconds from `convertedAt` to `deletedAt` (rule state.convert.moments). */
    readonly deletedAfterMs: number;
    /** Whether `updatedAt` becomes `convertedAt` (rule state.convert). */
    readonly movesUpdatedAt: boolean;
  },
): LeadTransition {
  const state = leadState(lead);
  if (state !== "Active") return { ok: false, reason: "not-active", state };
  const { now, clientProfileId, planIds } = input;
  return {
    ok: true,
    lead: {
      ...lead,
      convertedAt: now,
      deletedAt: now + input.deletedAfterMs,
      updatedAt: input.movesUpdatedAt ? now : lead.updatedAt,
      clientProfileId,
      planIds: planIds.length > 0 ? planIds : null,
      clientData: withPlanIds(lead.clientData, planIds),
    },
  };
}

/** The archived Lead, or why archiving or a DELETE has no effect (interface 3; rule state.archive). */
export function toArchived(lead: Lead, now: number): LeadTransition {
  const state = leadState(lead);
  if (state !== "Active") return { ok: false, reason: "not-active", state };
  return { ok: true, lead: { ...lead, deletedAt: now, updatedAt: now } };
}

export type LeadTransition =
  | { readonly ok: true; readonly lead: Lead }
  | { readonly ok: false; readonly reason: "not-active"; readonly state: LeadState };

/**
 * The Plans that a Lead requests in `clientData.Plans` (interface 2.2). Items that are not objects are
 * ignored.
 */
export function requestedPlans(clientData: JsonObject | null): readonly JsonObject[] {
  const plans = clientData?.["Plans"];
  return Array.isArray(plans) ? plans.filter(isJsonObject) : [];
}

function withPlanIds(clientData: JsonObject | null, planIds: readonly string[]): JsonObject | null {
  const plans = requestedPlans(clientData);
  if (clientData === null || plans.length === 0) return clientData;
  return {
    ...clientData,
    Plans: plans.map((plan, index) => ({ ...plan, planId: planIds[index] ?? null })),
  };
}

/** A phone stored as a string becomes its `number` (rule lead.phone.string). */
function mergedPhone(before: Json, after: Json): Json {
  if (!isJsonObject(after)) return after;
  if (typeof before === "string") return { number: before, ...after };
  return isJsonObject(before) ? { ...before, ...after } : after;
}

function mergedObject(before: JsonObject | null, after: JsonObject | null): JsonObject | null {
  return before !== null && after !== null ? { ...before, ...after } : after;
}
