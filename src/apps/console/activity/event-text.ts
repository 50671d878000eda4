import { eventSummary } from "../../../domain/model/event-summary.ts";
import type { ViewId } from "../shell/route.ts";
import type { Effect } from "./entries.ts";
import type { JournaledRequest } from "./request.ts";

/** The view of each kind of event, and the field with the id of its record there. */
const places: Readonly<Record<string, readonly [view: ViewId, id?: string]>> = {
  lead: ["leads", "id"],
  staff: ["leads", "leadId"],
  plan: ["leads", "leadId"],
  mail: ["mail", "id"],
  firm: ["world"],
  "firm-member": ["world"],
  "referral-code": ["world"],
  subscription: ["world"],
  key: ["world"],
  snapshot: ["world"],
  quota: ["limits"],
  clock: ["limits"],
  fault: ["faults"],
  assumptions: ["rules"],
  workflows: ["rules"],
};

/** The sentence of an event, and the place of its record; null without one. */
export function eventText(event: Effect) {
  const { type, data } = event;
  const [kind = ""] = type.split(".");
  const [view, idField = ""] = places[kind] ?? [];
  const id = data[idField];
  const isPlace = view !== undefined && (idField === "" || typeof id === "string");
  const link = isPlace ? { view, id: typeof id === "string" ? id : null } : null;
  return { text: event.summary ?? eventSummary(event), link };
}

/** An effect of the journal with the fields of its event. */
export function effectOf(shown: NonNullable<JournaledRequest["effects"]>[number]): Effect {
  const { type, summary, messageId, planId, ...ids } = shown;
  const { leadId, clientProfileId, faultId } = ids;
  const [kind = ""] = type.split(".");
  const own = { lead: leadId, mail: messageId, plan: planId, client: clientProfileId };
  const id = Object.entries({ ...own, fault: faultId }).find(([of]) => of === kind)?.[1] ?? null;
  return { type, summary, data: { ...ids, id } };
}
