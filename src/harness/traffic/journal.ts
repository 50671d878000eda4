/** Makes calls of what a sandbox noted in its journal. */
import { Date } from "../../base/values/native-timers.ts";
import { surfaceNames } from "../../domain/model/surface.ts";
import { isCut } from "../../server/record/recorded-request.ts";
import type { JournaledRequest } from "../../server/sandbox/sandbox.ts";
import { callPlaceOf } from "./call-place.ts";
import type { Call } from "./call.ts";
import { addressOf } from "./read-call.ts";

/** A call that the journal of a sandbox holds. */
export interface JournaledCall extends Call {
  readonly requestId: string;
}

/** What a call shows of its entry in the journal. */
export type JournalEntry = Pick<
  JournaledRequest,
  "at" | "durationMs" | "id" | "method" | "path" | "query" | "status" | "surface"
> & {
  readonly request: Pick<JournaledRequest["request"], "body" | "headers">;
  readonly response: Pick<JournaledRequest["response"], "body" | "headers">;
};

/** The call of a request; null for one to another path. Its times are those of the workspace, as epoch milliseconds. */
export function journaledCall(journaled: JournalEntry): JournaledCall | null {
  const { method, path, query, status, request, response, surface } = journaled;
  const host = request.headers["host"] ?? "localhost";
  const target = query === "" ? path : `${path}?${query}`;
  const url = URL.parse(`http://${host}${target}`) ?? new URL("http://localhost/");
  const place = callPlaceOf(method, url.pathname);
  if (place === null) return null;
  const { template: _template, params: _params, permission: _permission, ...placed } = place;
  const sentAtMs = Date.parse(journaled.at);
  return {
    ...placed,
    ...addressOf(url),
    method,
    surface: surfaceNames.find((one) => one === surface) ?? null,
    key: request.headers["x-api-key"] ?? null,
    requestHeaders: new Map(Object.entries(request.headers)),
    body: isCut(request.body) ? null : request.body,
    status,
    responseHeaders: new Map(Object.entries(response.headers)),
    answer: response.body,
    sentAtMs,
    answeredAtMs: sentAtMs + journaled.durationMs,
    requestId: journaled.id,
  };
}
