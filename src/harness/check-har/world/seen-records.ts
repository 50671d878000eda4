/** The records of a recording, each as an answer first shows it. */
import type { JsonObject } from "../../../base/values/json.ts";
import { Date } from "../../../base/values/native-timers.ts";
import type { Environment } from "../../../domain/model/firm.ts";
import { surfaces } from "../../../domain/model/surface.ts";
import type { RecordedCall } from "../../traffic/call.ts";
import { hasSucceeded } from "../read/history.ts";
import { recordedSurface } from "../read/recorded-surface.ts";
import type { ShownRecord } from "../read/shown-records.ts";
import { includedIn, momentIn, shownPage } from "../read/shown-records.ts";
import type { RecordedKeys } from "./recorded-keys.ts";

/** A record with the Firm and the environment of the key that saw it first. */
export interface Seen extends ShownRecord {
  readonly firmId: string;
  readonly environment: Environment;
  /** The id of the Lead that includes it. */
  readonly leadId: string | null;
}

/** The records of a recording, each as first seen, by kind and id. */
export type SeenRecords = ReadonlyMap<string, Seen>;

/** The first sighting of every record, nested ones too. */
export function seenRecords(entries: readonly RecordedCall[], keys: RecordedKeys): SeenRecords {
  const seen = new Map<string, Seen>();
  for (const entry of entries) {
    const key = keys.of(entry);
    if (!hasSucceeded(entry) || key === null) continue;
    const { environment } = surfaces[recordedSurface(entry)];
    const note = (record: ShownRecord, leadId: string | null): void => {
      const name = `${record.kind} ${record.id}`;
      if (!seen.has(name)) seen.set(name, { ...record, firmId: key.firmId, environment, leadId });
      const own = record.kind === "Lead" ? record.id : leadId;
      for (const included of includedIn(record)) note(included, own);
    };
    for (const record of shownPage(entry.template, entry.json).records) note(record, null);
  }
  return seen;
}

/** The ids of the records of a kind that calls of the recording created. */
export function createdIn(
  entries: readonly RecordedCall[],
  kind: Seen["kind"],
): ReadonlySet<string> {
  const ids = entries
    .filter((entry) => entry.method === "POST" && hasSucceeded(entry))
    .flatMap(({ template, json }) => shownPage(template, json).records)
    .filter((record) => record.kind === kind)
    .map(({ id }) => id);
  return new Set(ids);
}

/** The fields of a person as a fixture writes them. */
export function person(record: JsonObject): object {
  const { email = "", firstName = null, lastName = null, phone = null, clientData = null } = record;
  return { email, firstName, lastName, phone, clientData };
}

/** The times of a record as a fixture writes them. */
export function times(record: JsonObject): object {
  return Object.fromEntries(
    ["createdAt", "updatedAt", "deletedAt", "convertedAt"].flatMap((name) => {
      const at = momentIn(record, name);
      return at === null ? [] : [[name, new Date(at).toISOString()]];
    }),
  );
}
