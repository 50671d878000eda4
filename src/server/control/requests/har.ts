import * as z from "zod";

import { JsonValue } from "../../../world/workspace/fixtures/world-shape.ts";
import type { JournalEntry } from "../../../world/workspace/logs/journal.ts";
import type { ControlCall } from "../calls/operation.ts";
import { withQuery } from "../calls/operation.ts";
import { showRequest } from "./show-request.ts";
import type { ShownRequest } from "./shown-request.ts";

/** GET `W/requests.har`: the journal as HAR 1.2, oldest first. As HAR requires, missing values are -1 or empty. */
export const getHar = withQuery({
  id: "get-requests-har",
  summary: "Export the journal as an HTTP archive (HAR 1.2)",
  method: "GET",
  path: "/requests.har",
  query: z.strictObject({
    requestId: z.string().exactOptional().describe("Only this request"),
  }),
  answer: z.strictObject({
    log: z.strictObject({
      version: z.literal("1.2"),
      creator: z.strictObject({ name: z.string(), version: z.string() }),
      entries: z.array(z.record(z.string(), JsonValue())),
    }),
  }),
  run(call, { requestId }) {
    const all = call.workspace.journal.entries().toReversed();
    const requests = requestId === undefined ? all : all.filter(({ id }) => id === requestId);
    const creator = { name: "lead-sandbox", version: call.server.version };
    const entries = requests.map((entry) => harEntry(call, entry));
    return { status: 200, json: { log: { version: "1.2", creator, entries } } };
  },
});

function harEntry({ registry }: ControlCall, entry: JournalEntry) {
  const shown = showRequest(registry, entry);
  return {
    startedDateTime: shown.at,
    time: shown.durationMs,
    request: harRequest(shown),
    response: responseOf(shown),
    cache: {},
    timings: { send: 0, wait: shown.durationMs, receive: 0 },
    ...(shown.changes === undefined ? {} : { _changes: shown.changes }),
    comment: `${shown.id} ${shown.rules.join(", ")}`,
  };
}

function harRequest({ method, path, query, request }: ShownRequest) {
  const { headers, body } = request;
  return {
    method,
    url: `http://${headers["host"]}${path}${query === "" ? "" : `?${query}`}`,
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: harHeaders(headers),
    queryString: Array.from(new URLSearchParams(query), ([name, value]) => ({ name, value })),
    ...(body === null ? {} : { postData: { mimeType: typeOf(headers), text: body } }),
    headersSize: -1,
    bodySize: body === null ? 0 : Buffer.byteLength(body),
  };
}

function responseOf({ status, response }: ShownRequest) {
  const { headers, body } = response;
  const text = body ?? "";
  const size = Buffer.byteLength(text);
  return {
    status,
    statusText: "",
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: harHeaders(headers),
    content: { size, mimeType: typeOf(headers), text },
    redirectURL: "",
    headersSize: -1,
    bodySize: size,
  };
}

type SentHeaders = ShownRequest["request"]["headers"];

function harHeaders(headers: SentHeaders) {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function typeOf(headers: SentHeaders): string {
  return headers["content-type"] ?? "x-unknown";
}
