/**
 * What a recording tells about each Lead: when it was seen, who changed it, and at which calls its state is not
 * known. A Lead that no call shows any more may have changed without a trace.
 */
import type { JsonObject } from "../../../base/values/json.ts";
import { isJsonObject, parsedJson } from "../../../base/values/json.ts";
import type { RecordedCall } from "../../traffic/call.ts";
import { isKnownAt } from "./known-leads.ts";
import type { LeadHistory, Sighting, WorldEvent } from "./lead-history.ts";
import { momentIn, shownPage, textIn } from "./shown-records.ts";

export interface History {
  readonly leads: ReadonlyMap<string, LeadHistory>;
  readonly events: readonly WorldEvent[];
  /** Whether the recording shows that the Lead exists, and its state, at the call at that place. */
  readonly isKnown: (leadId: string, place: number) => boolean;
  /** The Leads that have, or had, that email. */
  readonly holdersOf: (email: string) => readonly LeadHistory[];
}

/** The history of the Leads in `entries`, which are in the order of time. */
export function historyOf(entries: readonly RecordedCall[]): History {
  const leads = leadsIn(entries);
  const events = [...leads.values()]
    .flatMap((lead) => eventsOf(lead, entries))
    .toSorted((one, other) => one.before - other.before || one.at - other.at);
  const eventsOfLead = Map.groupBy(events, ({ leadId }) => leadId);
  return {
    leads,
    events,
    isKnown(leadId, place) {
      const lead = leads.get(leadId);
      if (lead === undefined) return false;
      return isKnownAt(lead, entries, place, eventsOfLead.get(leadId) ?? []);
    },
    holdersOf: (email) =>
      [...leads.values()].filter(({ emails }) => emails.has(email.toLowerCase())),
  };
}

/** Whether the service carried out the call. */
export function hasSucceeded({ status }: Pick<RecordedCall, "status">): boolean {
  return status >= 200 && status < 300;
}

export function isWrite({ method }: Pick<RecordedCall, "method">): boolean {
  return method !== "GET" && method !== "HEAD";
}

function leadsIn(entries: readonly RecordedCall[]): ReadonlyMap<string, LeadHistory> {
  const sightings = new Map<string, Sighting[]>();
  const writes = new Map<string, number[]>();
  for (const [at, entry] of entries.entries()) {
    if (!hasSucceeded(entry)) continue;
    for (const { kind, id, record } of shownPage(entry.template, entry.json).records) {
      if (kind === "Lead") added(sightings, id, { at, record });
    }
    const { leadId } = entry.params;
    if (isWrite(entry) && leadId !== undefined) added(writes, leadId, at);
  }
  const leads = new Map<string, LeadHistory>();
  for (const [id, [first, ...others]] of sightings) {
    if (first === undefined) continue;
    leads.set(id, {
      id,
      sightings: [first, ...others],
      createdAt: creationOf(first, entries),
      writes: writes.get(id) ?? [],
      emails: new Set(
        [first, ...others].map(({ record }) => (textIn(record, "email") ?? "").toLowerCase()),
      ),
    });
  }
  return leads;
}

function added<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** The POST that a first sighting answers, or one whose answer was not recorded and that fits it. */
function creationOf({ at, record }: Sighting, entries: readonly RecordedCall[]): number | null {
  const own = entries[at];
  if (own?.method === "POST" && own.template.endsWith("/leads")) return at;
  const created = momentIn(record, "createdAt");
  const email = textIn(record, "email")?.toLowerCase();
  if (created === null || email === undefined) return null;
  const found = entries
    .slice(0, at)
    .findIndex(
      (entry) =>
        entry.method === "POST" &&
        hasSucceeded(entry) &&
        entry.json === undefined &&
        Object.values(entry.params)[0] === textIn(record, "resourceId") &&
        emailIn(entry)?.toLowerCase() === email &&
        created >= entry.sentAtMs - creationToleranceMs &&
        created <= entry.answeredAtMs + creationToleranceMs,
    );
  return found === -1 ? null : found;
}

const creationToleranceMs = 2_000;

/** The email in the body of a request; null without one. */
export function emailIn({ body: sent }: Pick<RecordedCall, "body">): string | null {
  const body = parsedJson(sent ?? "");
  return isJsonObject(body) ? textIn(body, "email") : null;
}

/** The changes between the sightings of a Lead that no call of the recording explains. */
function eventsOf(lead: LeadHistory, entries: readonly RecordedCall[]): readonly WorldEvent[] {
  const { id: leadId, sightings, createdAt, writes } = lead;
  const events: WorldEvent[] = [];
  const [first] = sightings;
  const began = entries[0]?.sentAtMs ?? 0;
  const born = momentIn(first.record, "createdAt");
  if (createdAt === null && born !== null && born > began) {
    const before = placeFor(born, -1, first.at, entries);
    events.push({ kind: "appeared", leadId, record: first.record, before, at: born });
  }
  if (createdAt !== null && createdAt !== first.at) {
    // The POST has no recorded answer, so what was seen first may have changed since.
    const deleted = momentIn(first.record, "deletedAt");
    if (deleted !== null) events.push(deletionOf(lead, first, createdAt, entries));
  }
  let last: Sighting = first;
  for (const sighting of sightings.slice(1)) {
    const known = last;
    last = sighting;
    const isOwn = writes.some((place) => place > known.at && place <= sighting.at);
    const [was, is] = [known.record, sighting.record];
    const isDeleted = momentIn(was, "deletedAt") === null && momentIn(is, "deletedAt") !== null;
    const byOwnDelete = writes.some(
      (place) => place > known.at && place <= sighting.at && entries[place]?.method === "DELETE",
    );
    if (isDeleted && (!byOwnDelete || momentIn(is, "convertedAt") !== null)) {
      events.push(deletionOf(lead, sighting, known.at, entries));
    }
    if (!isOwn && contentOf(was) !== contentOf(is)) {
      const at = momentIn(is, "updatedAt") ?? entries[sighting.at]?.sentAtMs ?? began;
      const before = placeFor(at, known.at, sighting.at, entries);
      events.push({ kind: "changed", leadId, record: is, before, at });
    }
  }
  return events;
}

function deletionOf(
  { id: leadId }: LeadHistory,
  { at: seenAt, record }: Sighting,
  after: number,
  entries: readonly RecordedCall[],
): WorldEvent {
  const converted = momentIn(record, "convertedAt");
  const at = converted ?? momentIn(record, "deletedAt") ?? entries[seenAt]?.sentAtMs ?? 0;
  const before = placeFor(at, after, seenAt, entries);
  return { kind: converted === null ? "archived" : "converted", leadId, record, before, at };
}

/** The first call at or after a moment, among those after `after` up to `latest`. */
function placeFor(
  moment: number,
  after: number,
  latest: number,
  entries: readonly RecordedCall[],
): number {
  for (let place = after + 1; place < latest; place += 1) {
    const entry = entries[place];
    if (entry !== undefined && entry.sentAtMs >= moment) return place;
  }
  return latest;
}

const contentFields = ["email", "firstName", "lastName", "phone", "clientData"];

/** The fields of a Lead that a client sets, without the ids that a conversion adds. */
function contentOf(record: JsonObject): string {
  return JSON.stringify(contentFields.map((name) => withoutPlanIds(record[name] ?? null)));
}

function withoutPlanIds(value: unknown): unknown {
  if (!isJsonObject(value) || !Array.isArray(value["Plans"])) return value;
  const plans: readonly unknown[] = value["Plans"];
  return {
    ...value,
    Plans: plans.map((plan) => {
      if (!isJsonObject(plan)) return plan;
      const { planId: _id, ...rest } = plan;
      return rest;
    }),
  };
}
