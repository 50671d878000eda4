import * as z from "zod";

import type { JournalEntry, RecordedMessage } from "../workspace/journal.ts";
import { JsonValue } from "../workspace/world.ts";
import type { ControlCall } from "./operation.ts";
import { reading } from "./operation.ts";
import { withoutKeys } from "./redact.ts";
import { NoQuery } from "./shapes.ts";

/** GET `W/requests.har`: the journal as HAR 1.2, oldest first. What was not recorded is -1 or empty, as HAR has it. */
export const getHar = reading({
  id: "get-requests-har",
  summary: "The journal as an HTTP archive (HAR 1.2)",
  level: "workspace",
  method: "GET",
  path: "/requests.har",
  query: NoQuery,
  answer: z.strictObject({
    log: z.strictObject({
      version: z.literal("1.2"),
      creator: z.strictObject({ name: z.string(), version: z.string() }),
      entries: z.array(z.record(z.string(), JsonValue)),
    }),
  }),
  run(call) {
    const entries = call.workspace.journal.entries().toReversed();
    const creator = { name: "lead-sandbox", version: call.server.version };
    const log = { version: "1.2", creator, entries: entries.map((entry) => harEntry(call, entry)) };
    return { status: 200, json: { log } };
  },
});

function harEntry({ registry }: ControlCall, entry: JournalEntry) {
  const shown = (text: string): string => withoutKeys(registry, text);
  return {
    startedDateTime: new Date(entry.at).toISOString(),
    time: entry.durationMs,
    request: requestOf(entry, shown),
    response: responseOf(entry, shown),
    cache: {},
    timings: { send: 0, wait: entry.durationMs, receive: 0 },
    comment: `${entry.id} ${entry.rules.map(({ id }) => id).join(", ")}`,
  };
}

function requestOf(entry: JournalEntry, shown: (text: string) => string) {
  const { method, path, query, request } = entry;
  const host = request.headers["host"] ?? "partner.localhost";
  const body = request.body === null ? null : shown(request.body);
  return {
    method,
    url: `http://${host}${shown(path)}${query === "" ? "" : `?${shown(query)}`}`,
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: headersOf(request),
    queryString: Array.from(new URLSearchParams(shown(query)), ([name, value]) => ({
      name,
      value,
    })),
    ...(body === null ? {} : { postData: { mimeType: typeOf(request), text: body } }),
    headersSize: -1,
    bodySize: body === null ? 0 : Buffer.byteLength(body),
  };
}

function responseOf({ status, response }: JournalEntry, shown: (text: string) => string) {
  const body = response.body === null ? "" : shown(response.body);
  const size = Buffer.byteLength(body);
  return {
    status,
    statusText: "",
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: headersOf(response),
    content: { size, mimeType: typeOf(response), text: body },
    redirectURL: "",
    headersSize: -1,
    bodySize: size,
  };
}

function headersOf({ headers }: RecordedMessage) {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function typeOf({ headers }: RecordedMessage): string {
  return headers["content-type"] ?? "x-unknown";
}
