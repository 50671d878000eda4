/** What a recording shows of one Lead, and what happened to it outside the recorded calls. */
import type { JsonObject } from "../../../base/values/json.ts";

/** An answer that shows a Lead. */
export interface Sighting {
  /** The place of the call in the recording, from 0. */
  readonly at: number;
  readonly record: JsonObject;
}

/** A Lead of a recording, by its sightings in order. */
export interface LeadHistory {
  readonly id: string;
  readonly sightings: readonly [Sighting, ...Sighting[]];
  /** The place of the POST that created it; null if the recording does not have it. */
  readonly createdAt: number | null;
  /** The places of the calls that changed it. */
  readonly writes: readonly number[];
  /** Every email that it had, in lower case. */
  readonly emails: ReadonlySet<string>;
}

/** A change of the world that no call of the recording made. Times are epoch milliseconds. */
export interface WorldEvent {
  readonly kind: "appeared" | "converted" | "archived" | "changed";
  readonly leadId: string;
  /** The Lead as first seen after it. */
  readonly record: JsonObject;
  /** It happens before the call at this place. */
  readonly before: number;
  readonly at: number;
}
