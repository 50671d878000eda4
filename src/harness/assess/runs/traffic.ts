import { decoded } from "../../../base/values/decoded.ts";
import { isJsonObject, parsedJson } from "../../../base/values/json.ts";
import { holdsKey } from "../../../base/values/written-keys.ts";
/** Recorded traffic as a run: nothing is provoked, and no pause counts. */
import type { SurfaceName } from "../../../domain/model/surface.ts";
import { surfaceHosts, surfaceNames } from "../../../domain/model/surface.ts";
import { surfaceFinder } from "../../../network/http/surfaces.ts";
import { keyHashOf } from "../../explore/run/wire.ts";
import { emailIn } from "../../explore/subject.ts";
import { leadsIn } from "../checks/calls.ts";
import type { AssessedCall, AssessedRun, Source } from "../run.ts";
import type { OperationOf } from "./operation-of.ts";

/** A request of a recording with its answer. Times are epoch milliseconds. */
export interface TrafficEntry {
  readonly startedAt: number;
  readonly durationMs: number;
  readonly method: string;
  readonly url: URL;
  readonly requestHeaders: ReadonlyMap<string, string>;
  /** Null if it was not recorded. */
  readonly requestBody: string | null;
  /** 0 without an answer. */
  readonly status: number;
  readonly responseHeaders: ReadonlyMap<string, string>;
  readonly responseBody: string | null;
  readonly requestId?: string;
  /** Such as `partner-production`; absent if unknown. */
  readonly surface?: string;
}

/** What the addresses of a recording mean. */
export interface TrafficReading {
  readonly operationOf: OperationOf;
  /** The surface of a host; null if unknown. */
  readonly surfaceOf: (host: string) => string | null;
}

/** Finds the surface of a host by the documented names; null for any other host. */
export function surfaceOfHost(host: string): SurfaceName | null {
  const found = find(host.replace(/:\d+$/, ""), null);
  return found === "unknown" ? null : found;
}

const find = surfaceFinder<SurfaceName | "unknown">(
  surfaceNames.map((name) => ({ name, hosts: surfaceHosts[name], port: null })),
  "unknown",
);

/** The entries about operations of the Lead API as one run. */
export function trafficRun(
  entries: readonly TrafficEntry[],
  source: Exclude<Source, "command">,
  number: number,
  { operationOf, surfaceOf }: TrafficReading,
): AssessedRun {
  const inOrder = entries.toSorted((one, other) => one.startedAt - other.startedAt);
  const startedAt = inOrder[0]?.startedAt ?? 0;
  const emails = new Map<string, string>();
  const calls = inOrder.flatMap((entry) => {
    const operation = operationOf(entry.method, entry.url.pathname);
    return operation === null ? [] : [callOf(entry, { startedAt, operation, emails, surfaceOf })];
  });
  return {
    number,
    trial: "traffic",
    source,
    exits: [],
    calls,
    worlds: [],
    stalls: null,
    verdict: null,
    isReached: true,
    isSuite: false,
    durationMs: Math.max(0, ...calls.map(({ answeredAtMs }) => answeredAtMs)),
  };
}

interface Reading extends Pick<TrafficReading, "surfaceOf"> {
  readonly startedAt: number;
  readonly operation: string;
  /** The emails of Leads by id, as answers showed them. */
  readonly emails: Map<string, string>;
}

function callOf(
  entry: TrafficEntry,
  { startedAt, operation, emails, surfaceOf }: Reading,
): AssessedCall {
  const { url, method, status, requestHeaders, requestBody, responseBody } = entry;
  const sentAtMs = entry.startedAt - startedAt;
  const answer = { path: url.pathname, answer: responseBody, status };
  for (const { id, email } of leadsIn(answer)) {
    if (typeof id === "string" && typeof email === "string") emails.set(id, email.toLowerCase());
  }
  const [, named = ""] = /\/leads\/([^/]+)/i.exec(url.pathname) ?? [];
  const key = requestHeaders.get("x-api-key") ?? "";
  return {
    process: 1,
    workspace: url.host,
    operation,
    subject: emails.get(decoded(named)) ?? emailIn(parsedJson(requestBody ?? "")),
    method,
    path: url.pathname,
    query: url.search.slice(1),
    body: requestBody,
    status,
    answer: responseBody,
    sentAtMs,
    answeredAtMs: sentAtMs + entry.durationMs,
    isVaried: false,
    requestId: entry.requestId ?? null,
    headers: headersOf(requestHeaders),
    surface: entry.surface ?? surfaceOf(url.host),
    scheme: url.protocol === "https:" ? "https" : "http",
    isLoopback: isLoopback(url.hostname),
    keyHash: key === "" ? null : keyHashOf(key),
    keyIn: keyIn(url, requestBody, key),
  };
}

/** The headers that a check or the page needs; others may be personal. */
function headersOf(headers: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  const names = ["user-agent", "origin", "sec-fetch-site"];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name);
      return value === undefined ? [] : [[name, value.slice(0, 500)]];
    }),
  );
}

/** Names of parameters and fields that hold keys. */
const keyName = /^(?:x[-_]?)?api[-_]?key$/i;

/**
 * Where the key stands besides its header. A recording may hide keys: a journal of the sandbox leaves four characters.
 */
function keyIn(url: URL, body: string | null, key: string): "url" | "body" | null {
  const isKey = (text: string): boolean => text === key.toLowerCase();
  const address = `${url.pathname}${url.search}`;
  if (holdsKey(address, isKey) || [...url.searchParams.keys()].some((name) => keyName.test(name))) {
    return "url";
  }
  if (/…redacted/.test(decoded(url.search)) || /…redacted/.test(decoded(url.pathname)))
    return "url";
  const sent = parsedJson(body ?? "");
  const hasField = isJsonObject(sent) && Object.keys(sent).some((name) => keyName.test(name));
  return holdsKey(body ?? "", isKey) || hasField ? "body" : null;
}

/** RFC 6761 and 6890: these names and addresses are this machine. */
function isLoopback(host: string): boolean {
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === "[::1]" ||
    /^127(?:\.\d{1,3}){3}$/.test(host)
  );
}
