/** The sentence of each event in a workspace, for people. */
import { counted } from "../../base/values/counted.ts";
import type { Json } from "../../base/values/json.ts";
import { textOrJson } from "../../base/values/json.ts";

/** A sentence with the fields of the event in braces, a count with its noun; `{*}` stands for all of them. */
const sentences: Readonly<Record<string, string>> = {
  "lead.created": "Lead {id} created",
  "lead.updated": "Lead {id} updated",
  "lead.converted": "Lead {id} converted to client profile {clientProfileId}",
  "lead.archived": "Lead {id} archived by the {by}",
  "staff.assigned": "Staff assigned to Lead {leadId}",
  "client.signed-up": "{email} signed up as client profile {id}",
  "plan.created": "Plan {id} created",
  "plan.linked": "Plan {id} linked to Firm {firmId}",
  "plan.moved": "Plan {id} moved from {from} to {to}",
  "mail.captured": "Mail captured: {kind} to {to}",
  "mail.relayed": "Mail {id} relayed",
  "mail.relay-failed": "Mail {id} not relayed: {note}",
  "mail.relay-asked": "Mail {id} queued for relay",
  "record.created": "{resource}/{id} created by a key",
  "record.updated": "{resource}/{id} updated by a key",
  "record.deleted": "{resource}/{id} deleted by a key",
  "firm.added": "Firm {id} added",
  "firm-member.added": "FirmMember {id} added",
  "referral-code.added": "ReferralCode {id} added",
  "subscription.set": "Subscription of FirmMember {firmMemberId}: {active}",
  "key.issued": "API key {id} issued",
  "key.revoked": "API key {id} revoked",
  "key.expired": "API key {id} expired",
  "quota.set": "Quota of {keyId} set to {quotaPerHour}",
  "quota.used": "{count request} of {keyId}'s quota used up",
  "quota.refilled": "Quota of {keyId} refilled",
  "clock.moved": "Clock moved from {from} to {to}",
  "clock.frozen": "Clock frozen at {to}",
  "clock.started": "Clock runs from {to}",
  "fault.planned": "Fault {id} planned",
  "fault.started": "Fault {id} started",
  "fault.met": "Fault {id} hit this request",
  "fault.held": "A request waits, held by fault {id}",
  "fault.released": "Released by hand from fault {id}: {action}",
  "fault.expired": "Fault {id} expired",
  "fault.removed": "Fault {id} removed",
  "assumptions.set": "Assumptions: {*}",
  "workflows.set": "Workflows replaced, now {count}",
  "snapshot.taken": "Snapshot {name} taken",
  "snapshot.restored": "Snapshot {name} restored",
  "snapshot.deleted": "Snapshot {name} deleted",
};

/** The types of those events, and the names of their variants. */
export const eventNames: readonly string[] = Object.keys(sentences);

interface Summed {
  readonly type: string;
  readonly data: Readonly<Record<string, Json>>;
}

/** What an event did, as a sentence. */
export function eventSummary({ type, data }: Summed): string {
  const sentence = sentences[type === "clock.moved" ? clockChange(data) : type];
  if (sentence === undefined) return `${type} ${JSON.stringify(data)}`;
  return sentence.replaceAll(/\{([\w*]+)(?: (\w+))?\}/g, (_whole, name: string, noun?: string) => {
    if (noun !== undefined) return counted(Number(data[name]), noun);
    return name === "*" ? allFields(data) : fieldText(data[name]);
  });
}

/** A clock that stayed at its moment was frozen or started. */
function clockChange({ from, to, mode }: Summed["data"]): string {
  // To the second: a running clock moves on while the call is read.
  if (fieldText(from).slice(0, 19) !== fieldText(to).slice(0, 19)) return "clock.moved";
  return mode === "frozen" ? "clock.frozen" : "clock.started";
}

function allFields({ requestId: _requestId, callId: _callId, ...own }: Summed["data"]): string {
  return Object.entries(own)
    .map(([name, value]) => `${name} is ${fieldText(value)}`)
    .join(", ");
}

/** A value of an event as text; a list with its items after each other. */
function fieldText(value: Json | undefined): string {
  return Array.isArray(value) ? value.map(fieldText).join(", ") : textOrJson(value);
}
