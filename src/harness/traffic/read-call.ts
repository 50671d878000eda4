/** Makes calls of the entries of a recording and of a journal, and says what proves that a host is the Lead API. */
import type { Json } from "../../base/values/json.ts";
import { isJsonObject, parsedJson } from "../../base/values/json.ts";
import { Date } from "../../base/values/native-timers.ts";
import type { SurfaceName } from "../../domain/model/surface.ts";
import { surfaceHosts, surfaceNames } from "../../domain/model/surface.ts";
import { fieldCodes } from "../../network/http/api-error.ts";
import { surfaceFinder } from "../../network/http/surfaces.ts";
import type { CallPlace } from "./call-place.ts";
import type { Call, RecordedCall } from "./call.ts";
import { decodedBody } from "./decode-body.ts";
import type { HarEntry } from "./har-entry.ts";

/** An entry with a documented path. */
export interface PlacedEntry {
  readonly entry: HarEntry;
  /** The place of its file among those given, from 1. */
  readonly file: number;
  readonly place: CallPlace;
}

/** Both bodies of an entry, decoded; null where one was not recorded. */
export interface DecodedBodies {
  readonly body: string | null;
  readonly answer: string | null;
}

export function recordedCall(
  { entry, file, place }: PlacedEntry,
  { body, answer }: DecodedBodies,
): RecordedCall {
  const { url, requestHeaders, responseHeaders, startedAt, durationMs } = entry;
  return {
    ...place,
    ...addressOf(url),
    method: entry.method,
    key: requestHeaders.get("x-api-key") ?? null,
    requestHeaders,
    body,
    status: entry.status,
    responseHeaders,
    answer,
    json: parsedJson(answer ?? ""),
    sentAtMs: startedAt,
    answeredAtMs: startedAt + durationMs,
    file,
    number: entry.number,
    isInOrder: false,
  };
}

/** The parts of a call that its URL says. */
export function addressOf(url: URL): Pick<Call, "host" | "query" | "scheme" | "surface"> {
  return {
    scheme: url.protocol === "https:" ? "https" : "http",
    host: url.host,
    query: url.search.slice(1),
    surface: surfaceOfHost(url.host),
  };
}

/** The surface of a host by the documented names; null for any other host. */
export function surfaceOfHost(host: string): SurfaceName | null {
  const found = findSurface(host.replace(/:\d+$/, ""), null);
  return found === "unknown" ? null : found;
}

const findSurface = surfaceFinder<SurfaceName | "unknown">(
  surfaceNames.map((name) => ({ name, hosts: surfaceHosts[name], port: null })),
  "unknown",
);

/** Whether an entry at a documented path shows that its host is the Lead API. Other services have `/leads`, too. */
export function provesLeadApi({ requestHeaders, responseBody }: HarEntry): boolean {
  if (requestHeaders.has("x-api-key")) return true;
  const answer = parsedJson(decodedBody(responseBody, proofBytesMax) ?? "");
  return isJsonObject(answer) && (hasRecord(answer["data"]) || hasFieldCode(answer["fields"]));
}

/** A larger answer proves nothing. Other services can send many large ones, and every host sends small ones, too. */
const proofBytesMax = 256 * 1_024;

/** Whether the data of an answer is a record as the interface shows them, or begins with one. */
function hasRecord(data: Json | undefined): boolean {
  const record = Array.isArray(data) ? data[0] : data;
  return isJsonObject(record) && typeof record["id"] === "string" && "deletedAt" in record;
}

/** Whether an error names fields by the codes of the interface (interface 7). */
function hasFieldCode(fields: Json | undefined): boolean {
  if (!isJsonObject(fields)) return false;
  return Object.values(fields).some(
    (errors) =>
      Array.isArray(errors) && errors.some((one) => isJsonObject(one) && isCode(one["code"])),
  );
}

function isCode(code: Json | undefined): boolean {
  return fieldCodes.some((one) => one === code);
}

/** The moment of the header Date of an answer in its usual form; null without one. */
export function answeredOn({ responseHeaders }: Pick<Call, "responseHeaders">): number | null {
  const text = responseHeaders.get("date") ?? "";
  const isDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text);
  const at = isDate ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
