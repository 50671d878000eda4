/** Whether a recording tells the state of a Lead at a call. */
import type { RecordedCall } from "../../traffic/call.ts";
import type { LeadHistory, Sighting, WorldEvent } from "./lead-history.ts";
import { momentIn } from "./shown-records.ts";

/** Whether the Lead exists, and its state is known, at the call at `place`. */
export function isKnownAt(
  lead: LeadHistory,
  entries: readonly RecordedCall[],
  place: number,
  events: readonly WorldEvent[],
): boolean {
  const entry = entries[place];
  if (entry === undefined) return false;
  const { sightings, createdAt, writes } = lead;
  // Its success shows that the Lead was there, also where the answer does not show it.
  if (sightings.some(({ at }) => at === place) || writes.includes(place)) return true;
  const [first] = sightings;
  const last = sightings.at(-1) ?? first;
  if (createdAt !== null ? createdAt >= place : !existsFromStart(first, entry, place)) return false;
  if (last.at < place && !isFinal(lead, entries, place)) return false;
  const own = createdAt === null ? writes : [createdAt, ...writes];
  if (own.some((write) => overlaps(entries[write], entry))) return false;
  return !events.some((event) => isAmbiguous(event, lead, entry, place));
}

/** A Lead first seen deleted was so from the start, unless its deletion is later than the call. */
function existsFromStart({ record, at }: Sighting, entry: RecordedCall, place: number): boolean {
  if (place >= at) return true;
  const [born, deleted] = [momentIn(record, "createdAt"), momentIn(record, "deletedAt")];
  return born !== null && born < entry.sentAtMs && (deleted === null || deleted < entry.sentAtMs);
}

/** A deleted Lead stays as it is. */
function isFinal(
  { sightings, writes }: LeadHistory,
  entries: readonly RecordedCall[],
  place: number,
) {
  const last = sightings.at(-1);
  if (last !== undefined && momentIn(last.record, "deletedAt") !== null) return true;
  return writes.some((write) => write < place && entries[write]?.method === "DELETE");
}

function overlaps(write: RecordedCall | undefined, entry: RecordedCall): boolean {
  return (
    write !== undefined &&
    write !== entry &&
    write.sentAtMs < entry.answeredAtMs &&
    entry.sentAtMs < write.answeredAtMs
  );
}

/** Whether a change can have happened before or after the call. */
function isAmbiguous(
  { at, before }: WorldEvent,
  { sightings }: LeadHistory,
  entry: RecordedCall,
  place: number,
): boolean {
  if (at < entry.sentAtMs || at > entry.answeredAtMs) return false;
  const seenBefore = sightings.findLast((sighting) => sighting.at < before)?.at ?? -1;
  const seenAfter = sightings.find((sighting) => sighting.at >= before)?.at ?? before;
  return place > seenBefore && place < seenAfter;
}
