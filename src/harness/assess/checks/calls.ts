/** Questions about calls that several checks ask. */
import type { JsonObject } from "../../../base/values/json.ts";
import { isJsonObject } from "../../../base/values/json.ts";
import { emailIn } from "../../explore/subject.ts";
import { bodyOf, recordsIn } from "../../explore/variations/rewriting.ts";
import { doesWithLeads } from "../../traffic/operation-row.ts";
import type { AssessedCall, AssessedRun } from "../run.ts";

export function isCreate({ operation }: Pick<AssessedCall, "operation">): boolean {
  return doesWithLeads(operation, "create");
}

/** Pages 1, 2 and the last of the first list of Leads in `calls` that was read, each once. */
export function pagesOfList<One extends Pick<AssessedCall, "operation" | "status" | "sentAtMs">>(
  calls: readonly One[],
): readonly One[] {
  const lists = calls
    .toSorted((one, other) => one.sentAtMs - other.sentAtMs)
    .filter(({ operation, status }) => doesWithLeads(operation, "list") && status === 200);
  const pages = lists.filter(({ operation }) => operation === lists[0]?.operation);
  return [...new Set([...pages.slice(0, 2), ...pages.slice(-1)])];
}

export function isRead({ method }: Pick<AssessedCall, "method">): boolean {
  return method === "GET" || method === "HEAD";
}

/** Identifies equal requests of one process. */
export function requestKey(call: AssessedCall): string {
  const { process, workspace, method, path, query, body } = call;
  return JSON.stringify([process, workspace, method, path, query, body]);
}

/** The calls of the same process after the answer of `call`, in the order in which they were sent. */
export function callsAfter({ calls }: AssessedRun, call: AssessedCall): readonly AssessedCall[] {
  return calls.filter(
    (other) =>
      other !== call &&
      other.process === call.process &&
      other.workspace === call.workspace &&
      other.sentAtMs >= call.answeredAtMs,
  );
}

/** Whether a time limit cut a process of the run: nothing shows what it would have done. */
export function isCut({ exits }: AssessedRun): boolean {
  return exits.some(({ timedOut }) => timedOut);
}

/** Whether the process of `call` ended by itself with 0. */
export function endsWell({ exits }: AssessedRun, { process }: AssessedCall): boolean {
  const exit = exits[process - 1];
  return exit?.code === 0 && !exit.timedOut;
}

/** Whether a call read the Lead of `email`: by its id, or in a list. */
export function readsLead(call: AssessedCall, email: string | null): boolean {
  if (!isRead(call) || call.status !== 200 || email === null) return false;
  return leadsIn(call).some((lead) => emailIn(lead) === email);
}

type Answered = Pick<AssessedCall, "path" | "answer" | "status">;

/** The Leads in answers, which checks of long recordings read again and again. */
const leads = new WeakMap<Answered, readonly JsonObject[]>();

/** The Leads in the answer of a call to a path of Leads. */
export function leadsIn(call: Answered): readonly JsonObject[] {
  const found = leads.get(call) ?? readLeads(call);
  leads.set(call, found);
  return found;
}

function readLeads({ path, answer, status }: Answered): readonly JsonObject[] {
  if (!/leads(?:\/|$)/i.test(path) || status >= 300) return [];
  return recordsIn(bodyOf({ body: answer }) ?? {});
}

/** The paging of a list's answer; null for anything else. */
export function metaOf({ answer, status }: AssessedCall): Meta | null {
  const meta = status === 200 ? bodyOf({ body: answer })?.["meta"] : null;
  if (!isJsonObject(meta)) return null;
  const [total, count, offset, limit] = ["total", "count", "offset", "limit"].map((name) =>
    Number(meta[name]),
  );
  if (total === undefined || count === undefined || offset === undefined || limit === undefined) {
    return null;
  }
  return [total, count, offset, limit].every((one) => Number.isInteger(one))
    ? { total, count, offset, limit }
    : null;
}

export interface Meta {
  readonly total: number;
  readonly count: number;
  readonly offset: number;
  readonly limit: number;
}

export function parametersOf({ query }: Pick<AssessedCall, "query">): URLSearchParams {
  return new URLSearchParams(query);
}

/** How often the same request came again after each of these answers: within ten seconds, or until a limit cut the run. */
export function repeats(
  run: AssessedRun,
  isRefused: (call: AssessedCall) => boolean,
): readonly { readonly first: AssessedCall; readonly again: readonly AssessedCall[] }[] {
  const equal = Map.groupBy(run.calls, requestKey);
  // A client that only its limit ends has no schedule.
  const withinMs = isCut(run) ? Number.POSITIVE_INFINITY : repeatMs;
  return run.calls.filter(isRefused).map((first) => {
    const again: AssessedCall[] = [];
    for (const other of equal.get(requestKey(first)) ?? []) {
      const ms = other.sentAtMs - first.answeredAtMs;
      const isSame = other !== first && other.key === first.key;
      if (isSame && ms >= 0 && ms <= withinMs) again.push(other);
      if (again.length === repeatsMax) break;
    }
    return { first, again };
  });
}

/** More repetitions are not counted: a long recording may have thousands of each. */
const repeatsMax = 100;

/** What comes later is another attempt, such as the next run of a schedule. */
const repeatMs = 10_000;

/** Whether the run shows what the client did in the ten seconds after `call`. */
export function showsSequel({ exits, calls, source }: AssessedRun, call: AssessedCall): boolean {
  const exit = exits[call.process - 1];
  const isSeen = calls.some(({ sentAtMs }) => sentAtMs - call.answeredAtMs >= repeatMs);
  return isSeen || (source === "command" && exit !== undefined && !exit.timedOut);
}
