/** The records in an answer, in the form of the wire. */
import type { Json, JsonObject } from "../../../base/values/json.ts";
import { isJsonObject } from "../../../base/values/json.ts";
import { Date } from "../../../base/values/native-timers.ts";

export type RecordKind = "Lead" | "Plan" | "ClientProfile" | "Firm" | "FirmMember" | "ReferralCode";

/** A record of an answer, with its id. */
export interface ShownRecord {
  readonly kind: RecordKind;
  readonly id: string;
  readonly record: JsonObject;
}

/** A page of a list: the records at its top level and what `meta` says; a single record is a page of one. */
export interface ShownPage {
  readonly records: readonly ShownRecord[];
  readonly isList: boolean;
  readonly total: number | null;
  readonly limit: number | null;
  readonly offset: number | null;
}

const kindsByCollection: Readonly<Record<string, RecordKind>> = {
  leads: "Lead",
  plans: "Plan",
  clientProfiles: "ClientProfile",
  firms: "Firm",
  firmMembers: "FirmMember",
  referralCodes: "ReferralCode",
};

/** The kind of record that answers at a documented path show; null for workflows. */
export function kindAt(template: string): RecordKind | null {
  const collection = template.split("/").findLast((part) => !part.startsWith("{")) ?? "";
  return kindsByCollection[collection] ?? null;
}

/** The records of an answer at that path; none for one without `data`. */
export function shownPage(template: string, answer: Json | undefined): ShownPage {
  const kind = kindAt(template);
  const data = isJsonObject(answer) ? answer["data"] : undefined;
  const meta = isJsonObject(answer) && isJsonObject(answer["meta"]) ? answer["meta"] : {};
  const list: readonly Json[] = Array.isArray(data) ? data : [data ?? null];
  return {
    records: kind === null ? [] : recordsOf(kind, list),
    isList: Array.isArray(data),
    total: countIn(meta, "total"),
    limit: countIn(meta, "limit"),
    offset: countIn(meta, "offset"),
  };
}

/** The records that another one includes: the Plans of a Lead, and the ClientProfiles of a Plan. */
export function includedIn({ kind, record }: ShownRecord): readonly ShownRecord[] {
  if (kind === "Lead") return recordsOf("Plan", listIn(record, "Plans"));
  return kind === "Plan" ? recordsOf("ClientProfile", listIn(record, "ClientProfiles")) : [];
}

/** The list of that name; empty without one. */
export function listIn(record: JsonObject, name: string): readonly Json[] {
  const list = record[name];
  return Array.isArray(list) ? list : [];
}

export function textIn(record: JsonObject, name: string): string | null {
  const value = record[name];
  return typeof value === "string" ? value : null;
}

/** The moment of that name in epoch milliseconds; null without one. */
export function momentIn(record: JsonObject, name: string): number | null {
  const at = Date.parse(textIn(record, name) ?? "");
  return Number.isNaN(at) ? null : at;
}

function recordsOf(kind: RecordKind, list: readonly Json[]): readonly ShownRecord[] {
  return list.flatMap((record) => {
    const id = isJsonObject(record) ? textIn(record, "id") : null;
    return isJsonObject(record) && id !== null && id !== "" ? [{ kind, id, record }] : [];
  });
}

function countIn(meta: JsonObject, name: string): number | null {
  const value = meta[name];
  return typeof value === "number" && Number.isInteger(value) ? value : null;
}
