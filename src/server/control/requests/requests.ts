import * as z from "zod";

import { readableQuery } from "../../../base/values/decoded.ts";
import type { Environment } from "../../../domain/model/firm.ts";
import { environments } from "../../../domain/model/firm.ts";
import {
  isBoundedPattern,
  pathMatches,
  patternLengthMax,
  tooManyWildcards,
} from "../../../domain/model/path-pattern.ts";
import { shownRule } from "../../../domain/rules/trace.ts";
import type { EventType } from "../../../world/workspace/logs/events.ts";
import { eventTypes } from "../../../world/workspace/logs/events.ts";
import type { JournalEntry, RecordedMessage } from "../../../world/workspace/logs/journal.ts";
import type { Registry } from "../../../world/workspace/registry/registry.ts";
import { ok, page } from "../calls/answer.ts";
import { ControlError, unknown } from "../calls/control-error.ts";
import type { ControlCall } from "../calls/operation.ts";
import { withNoQuery, withQuery } from "../calls/operation.ts";
import { withoutKeys } from "../calls/redact.ts";
import { Moment, one, pageOf, pageQuery } from "../calls/shapes.ts";
import { until, WaitMs } from "../calls/wait.ts";
import { showRequest, showRequestAndEffects } from "./show-request.ts";
import { ShownRequest } from "./shown-request.ts";

/** The query parameters that select requests; `path` is a path or a pattern. */
const requestQuery = {
  method: z.string().exactOptional().describe("Not case-sensitive"),
  path: z
    .string()
    .max(patternLengthMax)
    .refine(isBoundedPattern, tooManyWildcards)
    .exactOptional()
    .describe("With or without the version segment; `*` matches one segment, `**` any text"),
  status: z.int().exactOptional().describe("The status of the answer; 0 for none"),
  operationId: z.string().exactOptional().describe("The operation of the emulated API"),
  apiKeyId: z.string().exactOptional().describe("The id of the key that was sent"),
  environment: z
    .enum(environments)
    .exactOptional()
    .describe("The environment of the request; both by default"),
  since: Moment.exactOptional().describe("The earliest time, on the workspace's clock"),
  caused: z
    .enum(eventTypes)
    .exactOptional()
    .describe("The type of an event that the request caused, such as lead.created"),
};

/** GET `W/requests`: the journal. */
export const listRequests = withQuery({
  id: "list-requests",
  summary: "List the requests to the emulated API and their answers",
  method: "GET",
  path: "/requests",
  query: z.strictObject({
    ...requestQuery,
    search: z
      .string()
      .max(200)
      .exactOptional()
      .describe("Words that the request or its answer contains: in path, headers, bodies, rules"),
    ...pageQuery,
    order: z.enum(["asc", "desc"]).default("desc").describe("Oldest or newest first"),
    effects: z.boolean().default(false).describe("Whether each request has its effects"),
  }),
  answer: pageOf(ShownRequest),
  run({ registry, workspace }, { limit, offset, order, effects, search = "", ...filter }) {
    const contains = containing(registry, search);
    const found = workspace.journal
      .entries()
      .filter((entry) => matches(entry, filter) && contains(entry));
    const ordered = order === "asc" ? found.toReversed() : found;
    const show = effects ? showRequestAndEffects : showRequest;
    return page(ordered, { limit, offset }, (entry) => show(registry, entry));
  },
});

export const countRequests = withQuery({
  id: "count-requests",
  summary: "Count matching requests, kept requests and dropped requests",
  method: "GET",
  path: "/requests/count",
  query: z.strictObject(requestQuery),
  answer: one(
    z.strictObject({ count: z.int(), entries: z.int(), bytes: z.int(), dropped: z.int() }),
  ),
  run: ({ workspace }, filter) =>
    ok({
      count: workspace.journal.entries().filter((entry) => matches(entry, filter)).length,
      ...workspace.journal.standing(),
    }),
});

/** GET `W/requests/wait`: answers as soon as `count` requests match, including earlier ones. */
export const waitForRequests = withQuery({
  id: "wait-for-requests",
  summary: "Wait for enough matching requests, and return the newest",
  method: "GET",
  path: "/requests/wait",
  query: z.strictObject({
    ...requestQuery,
    count: z.int().min(1).max(1_000).default(1).describe("Number of requests to wait for"),
    timeoutMs: WaitMs,
  }),
  answer: pageOf(ShownRequest),
  async run({ registry, workspace, signal }, { count, timeoutMs, ...filter }) {
    const { journal } = workspace;
    const found = (): readonly JournalEntry[] =>
      journal.entries().filter((entry) => matches(entry, filter));
    // An upper bound, because entries also get dropped and cleared. Counts again only when it is high enough.
    let atMost = found().length;
    const enough = await until(workspace, {
      types: ["request"],
      timeoutMs,
      signal,
      find(event) {
        const newest = event === null ? null : journal.newest();
        if (newest !== null && matches(newest, filter)) atMost += 1;
        else if (event !== null) return null;
        if (atMost < count) return null;
        atMost = found().length;
        return atMost >= count ? true : null;
      },
    });
    const all = found();
    if (enough === null) throw notEnough({ registry, workspace }, all.length, count, timeoutMs);
    return page(all, { limit: count, offset: 0 }, (entry) => showRequest(registry, entry));
  },
});

function notEnough(
  { registry, workspace }: Pick<ControlCall, "registry" | "workspace">,
  seen: number,
  count: number,
  timeoutMs: number,
): ControlError {
  const newest = workspace.journal.entries().slice(0, 5);
  const shown = newest.map(
    ({ method, path, status }) => `${method} ${withoutKeys(registry, path)} ${status}`,
  );
  return new ControlError(404, `${seen} of ${count} requests matched within ${timeoutMs} ms.`, {
    hint:
      shown.length === 0
        ? "No request came to this workspace."
        : `${workspace.journal.standing().entries} in the journal; the newest: ${shown.join(" | ")}.`,
  });
}

/** GET `W/requests/{requestId}`: the request whose id an answer has in `x-sandbox-request-id`. */
export const getRequest = withNoQuery({
  id: "get-request",
  summary: "Show a request of the journal",
  method: "GET",
  path: "/requests/{requestId}",
  answer: one(ShownRequest),
  run({ registry, workspace, params }) {
    const wanted = params["requestId"] ?? "";
    const entry = workspace.journal.entries().find(({ id }) => id === wanted);
    if (entry !== undefined) return ok(showRequestAndEffects(registry, entry));
    const { dropped } = workspace.journal.standing();
    throw unknown("request", wanted, `GET requests lists the journal, which dropped ${dropped}.`);
  },
});

export const forgetRequests = withNoQuery({
  id: "forget-requests",
  destroys: "All requests of the journal and the counts of coverage are lost.",
  summary: "Clear the journal and the counts of coverage",
  method: "DELETE",
  path: "/requests",
  answer: one(z.strictObject({ forgotten: z.int() })),
  run({ workspace }) {
    const forgotten = workspace.journal.standing().entries;
    workspace.journal.clear();
    workspace.counters.clear();
    return ok({ forgotten });
  },
});

interface RequestFilter {
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly operationId?: string;
  readonly apiKeyId?: string;
  readonly environment?: Environment;
  readonly since?: number;
  readonly caused?: EventType;
}

function matches(entry: JournalEntry, filter: RequestFilter): boolean {
  const { method, path, status, operationId, apiKeyId, environment, since, caused } = filter;
  return (
    (method === undefined || entry.method === method.toUpperCase()) &&
    (path === undefined || pathMatches(path, entry.path)) &&
    (status === undefined || entry.status === status) &&
    (operationId === undefined || entry.operationId === operationId) &&
    (apiKeyId === undefined || entry.apiKeyId === apiKeyId) &&
    (environment === undefined || entry.surface.endsWith(`-${environment}`)) &&
    (since === undefined || entry.at >= since) &&
    (caused === undefined || entry.effects.some(({ type }) => type === caused))
  );
}

/** A predicate for the entries that contain all words, in any case. Keys are hidden, so no word finds them. */
function containing(registry: Registry, search: string): (entry: JournalEntry) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const hasAll = (text: string): boolean => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
  // Hiding keys takes time, so it comes last.
  return (entry) =>
    words.length === 0 ||
    (hasAll(recordedText(entry)) && hasAll(searchedText(showRequest(registry, entry))));
}

function recordedText(entry: JournalEntry): string {
  const { rules, reason, messages } = entry;
  return searchedText({
    ...entry,
    ...messages(),
    rules: rules.map(shownRule),
    reason: reason ?? "",
  });
}

type Searched = Pick<ShownRequest, "method" | "path" | "query" | "status" | "rules"> & {
  readonly reason?: string;
  readonly request: Pick<RecordedMessage, "headers" | "body">;
  readonly response: Pick<RecordedMessage, "headers" | "body">;
};

function searchedText({ method, path, query, status, rules, reason, request, response }: Searched) {
  const bare = query.replace(/^\?/, "");
  const target = bare === "" ? path : `${path}?${bare}`;
  const messages = [request, response].flatMap(({ headers, body }) => [
    ...Object.entries(headers).map((pair) => pair.join(": ")),
    body ?? "",
  ]);
  return [method, target, readableQuery(bare), status, reason ?? "", ...rules, ...messages].join(
    "\n",
  );
}
