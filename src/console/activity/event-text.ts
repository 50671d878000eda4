/** The description of an event, with a link to its record. */
import type { Place, ViewId } from "../shell/route.ts";
import type { SandboxEvent } from "./entries.ts";

interface EventText {
  readonly text: string;
  /** The view and id of the record; null without a record. */
  readonly link: {
    readonly view: ViewId;
    readonly id: string | null;
    readonly query?: Place["query"];
  } | null;
}

type Fields = Readonly<Record<string, string>>;
type Row = readonly [text: (fields: Fields) => string, view: ViewId | null, id: string | null];

const rows: Readonly<Record<string, Row>> = {
  "lead.created": [({ id }) => `Lead ${id} created`, "leads", "id"],
  "lead.updated": [({ id }) => `Lead ${id} updated`, "leads", "id"],
  "lead.converted": [
    ({ id, clientProfileId }) => `Lead ${id} converted to client profile ${clientProfileId}`,
    "leads",
    "id",
  ],
  "lead.archived": [({ id, by }) => `Lead ${id} archived by the ${by}`, "leads", "id"],
  "staff.assigned": [({ leadId }) => `Staff assigned to Lead ${leadId}`, "leads", "leadId"],
  "client.signed-up": [({ email, id }) => `${email} signed up as client profile ${id}`, null, null],
  "plan.created": [({ id }) => `Plan ${id} created`, "leads", "leadId"],
  "plan.linked": [({ id, firmId }) => `Plan ${id} linked to Firm ${firmId}`, null, null],
  "plan.moved": [({ id, from, to }) => `Plan ${id} moved from ${from} to ${to}`, null, null],
  "mail.captured": [({ kind, to }) => `Mail captured: ${kind} to ${to}`, "mail", "id"],
  "mail.relayed": [({ id }) => `Mail ${id} relayed`, "mail", "id"],
  "mail.relay-failed": [({ id, note }) => `Mail ${id} not relayed: ${note}`, "mail", "id"],
  "mail.relay-asked": [({ id }) => `Mail ${id} queued for relay`, "mail", "id"],
  "record.created": [({ resource, id }) => `${resource}/${id} created by a key`, null, null],
  "record.updated": [({ resource, id }) => `${resource}/${id} updated by a key`, null, null],
  "record.deleted": [({ resource, id }) => `${resource}/${id} deleted by a key`, null, null],
  "firm.added": [({ id }) => `Firm ${id} added`, "world", null],
  "firm-member.added": [({ id }) => `FirmMember ${id} added`, "world", null],
  "referral-code.added": [({ id }) => `ReferralCode ${id} added`, "world", null],
  "subscription.set": [
    ({ firmMemberId, active }) => `Subscription of FirmMember ${firmMemberId}: ${active}`,
    "world",
    null,
  ],
  "key.issued": [({ id }) => `API key ${id} issued`, "world", null],
  "key.revoked": [({ id }) => `API key ${id} revoked`, "world", null],
  "key.expired": [({ id }) => `API key ${id} expired`, "world", null],
  "quota.set": [
    ({ keyId, quotaPerHour }) => `Quota of ${keyId} set to ${quotaPerHour}`,
    "limits",
    null,
  ],
  "quota.used": [
    ({ keyId, count }) => `${count} requests of ${keyId}'s quota used up`,
    "limits",
    null,
  ],
  "quota.refilled": [({ keyId }) => `Quota of ${keyId} refilled`, "limits", null],
  "clock.moved": [({ from, to }) => `Clock moved from ${from} to ${to}`, "limits", null],
  "fault.planned": [({ id }) => `Fault ${id} planned`, "faults", null],
  "fault.started": [({ id }) => `Fault ${id} started`, "faults", null],
  "fault.met": [({ id }) => `Fault ${id} hit this request`, "faults", null],
  "fault.held": [({ id }) => `A request waits, held by fault ${id}`, "faults", null],
  "fault.released": [
    ({ id, action }) => `Released by hand from fault ${id}: ${action}`,
    "faults",
    null,
  ],
  "fault.expired": [({ id }) => `Fault ${id} expired`, "faults", null],
  "fault.removed": [({ id }) => `Fault ${id} removed`, "faults", null],
  "assumptions.set": [
    (fields) =>
      `Assumptions: ${Object.entries(fields)
        .map((pair) => pair.join(" is "))
        .join(", ")}`,
    "rules",
    null,
  ],
  "workflows.set": [({ count }) => `Workflows replaced, now ${count}`, "rules", null],
};

export function eventText({ type, data }: SandboxEvent): EventText {
  const row = rows[type];
  const fields = Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, shown(value)]),
  );
  if (row === undefined) return { text: `${type} ${JSON.stringify(data)}`, link: null };
  const [text, view, idName] = row;
  const { requestId: _requestId, ...own } = fields;
  return {
    text: text(own),
    link: view === null ? null : { view, id: idName === null ? null : (fields[idName] ?? null) },
  };
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(", ");
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
