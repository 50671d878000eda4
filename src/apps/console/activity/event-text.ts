import { textOrJson } from "../../../base/values/json.ts";
import type { ViewId } from "../shell/route.ts";
import type { SandboxEvent } from "./entries.ts";

/** A sentence with the fields of the event in braces, the view of its record, and the field with the record's id. */
type Row = readonly [text: string, view?: ViewId, id?: string];

const rows: Readonly<Record<string, Row>> = {
  "lead.created": ["Lead {id} created", "leads", "id"],
  "lead.updated": ["Lead {id} updated", "leads", "id"],
  "lead.converted": ["Lead {id} converted to client profile {clientProfileId}", "leads", "id"],
  "lead.archived": ["Lead {id} archived by the {by}", "leads", "id"],
  "staff.assigned": ["Staff assigned to Lead {leadId}", "leads", "leadId"],
  "client.signed-up": ["{email} signed up as client profile {id}"],
  "plan.created": ["Plan {id} created", "leads", "leadId"],
  "plan.linked": ["Plan {id} linked to Firm {firmId}"],
  "plan.moved": ["Plan {id} moved from {from} to {to}"],
  "mail.captured": ["Mail captured: {kind} to {to}", "mail", "id"],
  "mail.relayed": ["Mail {id} relayed", "mail", "id"],
  "mail.relay-failed": ["Mail {id} not relayed: {note}", "mail", "id"],
  "mail.relay-asked": ["Mail {id} queued for relay", "mail", "id"],
  "record.created": ["{resource}/{id} created by a key"],
  "record.updated": ["{resource}/{id} updated by a key"],
  "record.deleted": ["{resource}/{id} deleted by a key"],
  "firm.added": ["Firm {id} added", "world"],
  "firm-member.added": ["FirmMember {id} added", "world"],
  "referral-code.added": ["ReferralCode {id} added", "world"],
  "subscription.set": ["Subscription of FirmMember {firmMemberId}: {active}", "world"],
  "key.issued": ["API key {id} issued", "world"],
  "key.revoked": ["API key {id} revoked", "world"],
  "key.expired": ["API key {id} expired", "world"],
  "quota.set": ["Quota of {keyId} set to {quotaPerHour}", "limits"],
  "quota.used": ["{count} requests of {keyId}'s quota used up", "limits"],
  "quota.refilled": ["Quota of {keyId} refilled", "limits"],
  "clock.moved": ["Clock moved from {from} to {to}", "limits"],
  "fault.planned": ["Fault {id} planned", "faults"],
  "fault.started": ["Fault {id} started", "faults"],
  "fault.met": ["Fault {id} hit this request", "faults"],
  "fault.held": ["A request waits, held by fault {id}", "faults"],
  "fault.released": ["Released by hand from fault {id}: {action}", "faults"],
  "fault.expired": ["Fault {id} expired", "faults"],
  "fault.removed": ["Fault {id} removed", "faults"],
  "assumptions.set": ["Assumptions: {*}", "rules"],
  "workflows.set": ["Workflows replaced, now {count}", "rules"],
};

/** The sentence of an event, and the place of its record; null without one. */
export function eventText({ type, data }: SandboxEvent) {
  const [text, view, idField = ""] = rows[type] ?? [];
  if (text === undefined) return { text: `${type} ${JSON.stringify(data)}`, link: null };
  const { requestId: _requestId, ...own } = data;
  const all = Object.entries(own).map(([name, value]) => `${name} is ${fieldText(value)}`);
  const filled = text.replaceAll(/\{([\w*]+)\}/g, (_whole, name: string) =>
    name === "*" ? all.join(", ") : fieldText(data[name]),
  );
  const id = data[idField];
  const link = view === undefined ? null : { view, id: id === undefined ? null : fieldText(id) };
  return { text: filled, link };
}

/** A value of an event as text; a list with its items after each other. */
function fieldText(value: unknown): string {
  return Array.isArray(value) ? value.map(fieldText).join(", ") : textOrJson(value);
}
