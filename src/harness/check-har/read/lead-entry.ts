import { decoded } from "../../../base/values/decoded.ts";
import type { Json } from "../../../base/values/json.ts";
import { isJsonObject, parsedJson } from "../../../base/values/json.ts";
import { Date } from "../../../base/values/native-timers.ts";
import type { SurfaceName } from "../../../domain/model/surface.ts";
import { surfaceHosts, surfaceNames } from "../../../domain/model/surface.ts";
import { surfaceFinder } from "../../../network/http/surfaces.ts";
/** The entries of a recording that called a Lead API, as a replay needs them. */
import { apiOperations } from "../../../server/api/routes/operations.ts";
import { decodedBody } from "../../har/decode-body.ts";
import type { HarEntry } from "../../har/har-entry.ts";

/** A recorded call of a Lead API. Times are epoch milliseconds of the service. */
export interface LeadEntry {
  /** The place of the file among those given, from 1. */
  readonly file: number;
  /** The place in `log.entries` of its file, from 1. */
  readonly number: number;
  readonly at: number;
  /** When the answer ended; at or after `at`. */
  readonly endAt: number;
  /** Whether the order in the file is that of the calls, as in the sandbox's own export. */
  readonly isInOrder: boolean;
  /** The header Date of the answer; null without one. */
  readonly answeredOn: number | null;
  readonly method: string;
  /** From the version on, without the base path of the service. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** The documented path, such as `/leads/{leadId}`. */
  readonly template: string;
  /** The values of the parameters in the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Null for a method that the path does not offer. */
  readonly permission: string | null;
  readonly surface: SurfaceName;
  readonly host: string;
  /** The value of X-API-Key as recorded; empty without one. */
  readonly key: string;
  readonly contentType: string;
  readonly idempotencyKey: string;
  /** Null if it was not recorded. */
  readonly requestBody: string | null;
  readonly status: number;
  /** The names of its rate-limit headers, sorted; null if no headers were recorded. */
  readonly rateLimitHeaders: string | null;
  /** The JSON of the answer; undefined if it was not recorded, or is not JSON. */
  readonly answer: Json | undefined;
}

/** The documented path of a call, and what it names. */
export type LeadPlace = Pick<LeadEntry, "path" | "template" | "params">;

/** An entry with a documented path. */
export interface LeadCall {
  readonly entry: HarEntry;
  /** The place of its file among those given, from 1. */
  readonly file: number;
  readonly place: LeadPlace;
}

/** Both bodies of a call, decoded; null where one was not recorded. */
export interface DecodedBodies {
  readonly requestBody: string | null;
  readonly responseBody: string | null;
}

/** Finds the calls of a Lead API among the entries of a file. */
export interface LeadEntryReader {
  /** Null for an entry with another path. Decodes no body. */
  readonly find: (entry: HarEntry) => LeadPlace | null;
  readonly read: (call: LeadCall, bodies: DecodedBodies) => LeadEntry;
}

export function newLeadEntryReader(): LeadEntryReader {
  const templates = [...new Set(apiOperations.map(({ path }) => path))].map((path) => ({
    path,
    parts: path.split("/").slice(1),
  }));
  const routes = surfaceNames.map((name) => ({ name, hosts: surfaceHosts[name], port: null }));
  const surfaceOf = surfaceFinder<SurfaceName>(routes, "partner-sandbox");
  return {
    find: ({ url }) => placeOf(url.pathname, templates),
    read({ entry, file, place }, { requestBody, responseBody }) {
      const { method, url, responseHeaders, requestHeaders } = entry;
      return {
        ...place,
        file,
        number: entry.number,
        at: entry.startedAt,
        endAt: entry.startedAt + entry.durationMs,
        isInOrder: false,
        answeredOn: httpDate(responseHeaders.get("date") ?? ""),
        method,
        query: url.search.slice(1),
        permission: permissionOf(method, place.template),
        surface: surfaceOf(url.hostname, null),
        host: url.host,
        key: keyOf(entry),
        contentType: requestHeaders.get("content-type") ?? "",
        idempotencyKey: requestHeaders.get("idempotency-key") ?? "",
        requestBody,
        status: entry.status,
        rateLimitHeaders:
          responseHeaders.size === 0 ? null : rateLimitNames(responseHeaders.keys()),
        answer: parsedJson(responseBody ?? ""),
      };
    },
  };
}

/** Whether a call with a documented path has a key or the answer of a Lead API. Other services have `/leads`, too. */
export function provesLeadApi(entry: HarEntry): boolean {
  return (
    keyOf(entry) !== "" ||
    isOfLeadApi(parsedJson(decodedBody(entry.responseBody, proofBytesMax) ?? ""))
  );
}

/** A larger answer proves nothing. Other services can send many large ones, and every host sends small ones, too. */
const proofBytesMax = 256 * 1_024;

function keyOf({ requestHeaders }: HarEntry): string {
  return requestHeaders.get("x-api-key") ?? "";
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

interface Template {
  readonly path: string;
  readonly parts: readonly string[];
}

/** The longest end of a path that is a documented one, with its version; null when there is none. */
function placeOf(pathname: string, templates: readonly Template[]): LeadPlace | null {
  const segments = pathname.split("/").slice(1);
  for (let start = Math.max(0, segments.length - 3); start < segments.length; start += 1) {
    const own = segments.slice(start);
    for (const { path, parts } of templates) {
      const params = paramsOf(own, parts);
      if (params === null) continue;
      const version = /^v\d{1,3}$/.test(segments[start - 1] ?? "") ? `/${segments[start - 1]}` : "";
      return { path: `${version}/${own.join("/")}`, template: path, params };
    }
  }
  return null;
}

function paramsOf(
  segments: readonly string[],
  parts: readonly string[],
): Readonly<Record<string, string>> | null {
  if (segments.length !== parts.length) return null;
  const params: [string, string][] = [];
  for (const [at, part] of parts.entries()) {
    const segment = segments[at] ?? "";
    if (!part.startsWith("{")) {
      if (part !== segment) return null;
    } else if (segment === "") return null;
    else params.push([part.slice(1, -1), decoded(segment)]);
  }
  return Object.fromEntries(params);
}

/** The moment of a header Date in its usual form; null for another text. */
function httpDate(text: string): number | null {
  const isDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text);
  const at = isDate ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

function permissionOf(method: string, template: string): string | null {
  const wanted = method === "HEAD" ? "GET" : method;
  return (
    apiOperations.find((one) => one.method === wanted && one.path === template)?.permission ?? null
  );
}

/** Whether an answer shows a record as the interface does. */
function isOfLeadApi(answer: Json | undefined): boolean {
  const data = isJsonObject(answer) ? answer["data"] : undefined;
  const record = Array.isArray(data) ? data[0] : data;
  return isJsonObject(record) && typeof record["id"] === "string" && "deletedAt" in record;
}
