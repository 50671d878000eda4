import type { Json } from "../../base/values/json.ts";
import { iso } from "../../base/values/moment.ts";
import type { Cause, LeadMoment } from "../../domain/model/cause.ts";
import type { EventType } from "./logs/events.ts";

/** The moment of a Lead that an event is, and the field of the event with the Lead's id. */
const moments: Partial<Record<EventType, readonly [type: LeadMoment["type"], leadField: string]>> =
  {
    "lead.updated": ["updated", "id"],
    "lead.converted": ["converted", "id"],
    "lead.archived": ["archived", "id"],
    "plan.created": ["plan.created", "leadId"],
    "plan.linked": ["plan.linked", "leadId"],
    "plan.moved": ["plan.moved", "leadId"],
  };

interface Happened {
  readonly at: number;
  readonly type: EventType;
  readonly data: Readonly<Record<string, Json>>;
}

export interface MomentOfLead {
  readonly leadId: string;
  readonly moment: LeadMoment;
}

/**
 * The moment in the life of a Lead that an event is; null for any other event. The insertion of a Lead writes its
 * creation, because a second statement would cost each request too much.
 */
export function leadMoment({ at, type, data }: Happened, cause: Cause | null): MomentOfLead | null {
  const found = moments[type];
  if (found === undefined) return null;
  const [name, leadField] = found;
  const leadId = data[leadField];
  if (typeof leadId !== "string") return null;
  const isOfPlan = leadField === "leadId";
  return {
    leadId,
    moment: {
      ...newMoment(name, at, cause),
      ...(isOfPlan ? texts({ planId: data["id"], ...pick(data) }) : {}),
    },
  };
}

/** A moment of that type at that time, in epoch milliseconds. */
export function newMoment(type: LeadMoment["type"], at: number, cause: Cause | null): LeadMoment {
  return { at: iso(at), type, ...(cause === null ? {} : { cause }) };
}

function pick({ from, to, firmId }: Happened["data"]) {
  return { from, to, firmId };
}

/** The fields that are texts. */
function texts<Name extends string>(
  fields: Readonly<Record<Name, Json | undefined>>,
): Partial<Record<Name, string>>;
function texts(fields: Readonly<Record<string, Json | undefined>>) {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => typeof value === "string"),
  );
}
