/** The signature of an answer: the features in which a recorded and a replayed answer are compared, one by one. */
import type { Json, JsonObject } from "../../../base/values/json.ts";
import { isJsonObject, sortedKeys } from "../../../base/values/json.ts";
import type { RecordedCall } from "../../traffic/call.ts";
import type { ShownPage, ShownRecord } from "./shown-records.ts";
import { listIn, momentIn, shownPage, textIn } from "./shown-records.ts";

/** What an answer shows, whether recorded or replayed. */
export interface Answered {
  readonly status: number;
  /** Null if no headers were recorded. */
  readonly rateLimitHeaders: string | null;
  /** Undefined if the body is not JSON, or was not recorded. */
  readonly json: Json | undefined;
}

/** What the answer of a recorded call shows. */
export function recordedAnswer({
  status,
  responseHeaders,
  json,
}: Pick<RecordedCall, "json" | "responseHeaders" | "status">): Answered {
  const areRecorded = responseHeaders.size > 0;
  return {
    status,
    rateLimitHeaders: areRecorded ? rateLimitNames(responseHeaders.keys()) : null,
    json,
  };
}

/** The rate-limit headers among `names`, sorted, as one text. */
export function rateLimitNames(names: Iterable<string>): string {
  return [...names]
    .map((name) => name.toLowerCase())
    .filter((name) =>
      /^(?:retry-after|(?:x-)?ratelimit(?:-(?:policy|limit|remaining|reset|used))?)$/.test(name),
    )
    .toSorted()
    .join(", ");
}

/** A signature: values by feature. Records have the ids of the recording. */
export interface Signature {
  readonly features: ReadonlyMap<string, string>;
  readonly page: ShownPage;
  /** The ids of the records at the top level, in order. */
  readonly ids: readonly string[];
}

/** The signature of an answer at a documented path; `recordedId` gives the id of the recording for the answer's. */
export function signatureOf(
  template: string,
  { status, rateLimitHeaders, json }: Answered,
  recordedId: (id: string) => string = (id) => id,
): Signature {
  const features = new Map<string, string>([["status", String(status)]]);
  if (rateLimitHeaders !== null) features.set("rate-limit headers", rateLimitHeaders);
  for (const [field, codes] of codesIn(json)) features.set(`error ${field}`, codes);
  const page = shownPage(template, status < 300 ? json : undefined);
  if (page.limit !== null) features.set("limit", String(page.limit));
  const ids = page.records.map(({ id }) => recordedId(id));
  for (const [at, shown] of page.records.entries()) {
    const name = `${shown.kind} ${ids[at] ?? ""}`;
    features.set(name, "shown");
    for (const [feature, value] of featuresOf(shown)) features.set(`${name} ${feature}`, value);
  }
  return { features, page, ids };
}

/** The codes of each field in an error, sorted. */
function codesIn(answer: Json | undefined): readonly (readonly [string, string])[] {
  const fields = isJsonObject(answer) ? answer["fields"] : undefined;
  if (!isJsonObject(fields)) return [];
  return Object.keys(fields).map((field) => {
    const codes = listIn(fields, field).map((one) =>
      isJsonObject(one) ? (textIn(one, "code") ?? "") : "",
    );
    return [field, codes.toSorted().join(", ")] as const;
  });
}

function featuresOf({ kind, record }: ShownRecord): readonly (readonly [string, string])[] {
  if (kind === "Plan") return [["plan", planOf(record)]];
  if (kind === "FirmMember")
    return [
      ["email", valueOf(record, "email")],
      ["names", namesOf(record)],
    ];
  if (kind !== "Lead" && kind !== "ClientProfile") return [];
  const person = [
    ["email", valueOf(record, "email")],
    ["names", namesOf(record)],
    ["phone", valueOf(record, "phone")],
    ["clientData", clientDataOf(record)],
  ] as const;
  if (kind === "ClientProfile") return person;
  return [
    ...person,
    ["deleted", String(momentIn(record, "deletedAt") !== null)],
    ...conversionOf(record),
    ...("Plans" in record ? [["Plans", plansOf(record)] as const] : []),
  ];
}

function conversionOf(record: JsonObject): readonly (readonly [string, string])[] {
  const converted = momentIn(record, "convertedAt");
  if (converted === null) return [];
  const deleted = momentIn(record, "deletedAt");
  return [
    ["deletedAt - convertedAt", deleted === null ? "none" : `${deleted - converted} ms`],
    ["updatedAt = convertedAt", String(momentIn(record, "updatedAt") === converted)],
  ];
}

function plansOf(record: JsonObject): string {
  const plans = listIn(record, "Plans").map((plan) => (isJsonObject(plan) ? planOf(plan) : "?"));
  return `[${plans.toSorted().join(", ")}]`;
}

function planOf(plan: JsonObject): string {
  return JSON.stringify([plan["type"] ?? null, plan["name"] ?? null, plan["status"] ?? null]);
}

function namesOf(record: JsonObject): string {
  return JSON.stringify([record["firstName"] ?? null, record["lastName"] ?? null]);
}

function valueOf(record: JsonObject, name: string): string {
  return JSON.stringify(sortedKeys(record[name] ?? null));
}

/** Without the ids of Plans, which differ in a replay. */
function clientDataOf(record: JsonObject): string {
  const clientData = record["clientData"] ?? null;
  if (!isJsonObject(clientData)) return JSON.stringify(clientData);
  return JSON.stringify(sortedKeys(clientData), (name, value: unknown) =>
    name === "planId" ? undefined : value,
  );
}
