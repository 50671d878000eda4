/** Recorded traffic as a run: nothing is provoked, and no pause counts. */
import { decoded } from "../../../base/values/decoded.ts";
import { isJsonObject, parsedJson } from "../../../base/values/json.ts";
import { holdsKey } from "../../../domain/hiding/written-keys.ts";
import { emailIn } from "../../explore/subject.ts";
import type { Call } from "../../traffic/call.ts";
import type { JournaledCall } from "../../traffic/journal.ts";
import { keyFingerprint } from "../../traffic/observed.ts";
import { leadsIn } from "../checks/calls.ts";
import type { AssessedCall, AssessedRun, Source } from "../run.ts";
import { isOwnHost } from "./own-host.ts";

/** A call of a recording or of a journal. Times are epoch milliseconds. */
export type TrafficCall = Call & Partial<Pick<JournaledCall, "requestId">>;

/** Calls of recorded traffic as one run. */
export function trafficRun(
  calls: readonly TrafficCall[],
  source: Exclude<Source, "command">,
  number: number,
): AssessedRun {
  const inOrder = calls.toSorted((one, other) => one.sentAtMs - other.sentAtMs);
  const startedAt = inOrder[0]?.sentAtMs ?? 0;
  const emails = new Map<string, string>();
  const assessed = inOrder.map((call) => assessedCall(call, startedAt, emails));
  return {
    number,
    trial: "traffic",
    source,
    exits: [],
    calls: assessed,
    worlds: [],
    stalls: null,
    verdict: null,
    isReached: true,
    tests: null,
    machine: "calm",
    output: "",
    outputSeen: null,
    refusedCertificates: null,
    ledger: null,
    durationMs: Math.max(0, ...assessed.map(({ answeredAtMs }) => answeredAtMs)),
  };
}

/** `emails` are those of Leads by id, as answers before showed them. */
function assessedCall(
  call: TrafficCall,
  startedAt: number,
  emails: Map<string, string>,
): AssessedCall {
  const { host, path, body, key, requestId = null } = call;
  for (const { id, email } of leadsIn(call)) {
    if (typeof id === "string" && typeof email === "string") emails.set(id, email.toLowerCase());
  }
  const [, named = ""] = /\/leads\/([^/]+)/i.exec(path) ?? [];
  return {
    ...call,
    process: 1,
    workspace: host,
    subject: emails.get(decoded(named)) ?? emailIn(parsedJson(body ?? "")),
    sentAtMs: call.sentAtMs - startedAt,
    answeredAtMs: call.answeredAtMs - startedAt,
    isVaried: false,
    requestId,
    requestHeaders: neededHeaders(call.requestHeaders),
    responseHeaders: new Map(),
    isLoopback: isOwnHost(host),
    key: key === null || key === "" ? null : keyFingerprint(key),
    keyIn: keyIn(call),
  };
}

/** The headers that a check or the page needs; others may be personal. */
function neededHeaders(headers: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const names = ["user-agent", "origin", "sec-fetch-site"];
  return new Map(
    names.flatMap((name): [string, string][] => {
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
function keyIn({ basePath, path, query, body, key }: Call): "url" | "body" | null {
  const isKey = (text: string): boolean => text === key?.toLowerCase();
  const parts = [basePath, path, query];
  const names = [...new URLSearchParams(query).keys()];
  if (parts.some((part) => holdsKey(part, isKey) || /…redacted/.test(decoded(part)))) return "url";
  if (names.some((name) => keyName.test(name))) return "url";
  const sent = parsedJson(body ?? "");
  const hasField = isJsonObject(sent) && Object.keys(sent).some((name) => keyName.test(name));
  return holdsKey(body ?? "", isKey) || hasField ? "body" : null;
}
