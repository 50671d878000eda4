import * as z from "zod";

import { Date } from "../../../base/values/native-timers.ts";
import { JsonValue } from "../../../world/workspace/fixtures/world-shape.ts";
import { eventBounds, eventTypes } from "../../../world/workspace/logs/events.ts";
import type { EventLog, WorkspaceEvent } from "../../../world/workspace/logs/events.ts";
import type { Registry } from "../../../world/workspace/registry/registry.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import { page } from "../calls/answer.ts";
import type { ControlCall } from "../calls/operation.ts";
import { withQuery } from "../calls/operation.ts";
import { withoutKeys } from "../calls/redact.ts";
import { pageOf } from "../calls/shapes.ts";
import { newMessages } from "./event-messages.ts";
import { eventStreamType, messageStream, streaming, wantsStream } from "./message-stream.ts";
import type { Feed, Outlet, StreamCounts } from "./message-stream.ts";

export const ShownEvent = z
  .strictObject({
    cursor: z.int(),
    at: z.string(),
    type: z.enum(eventTypes),
    data: z
      .record(z.string(), JsonValue())
      .describe(
        "`requestId` if a request to the emulated API caused the event. A `request` also has method, path, query, " +
          "status (0 for no answer), operationId, durationMs, apiKeyId, surface, rules, and where there are any reason, " +
          "hints and traceparent",
      ),
  })
  .meta({ id: "Event" });

/** GET `W/events`: the events, oldest first; live with `Accept: text/event-stream`. */
export const listEvents = withQuery({
  id: "list-events",
  summary: "List the events after a cursor, in order; live with Accept: text/event-stream",
  method: "GET",
  path: "/events",
  query: z.strictObject({
    after: z
      .int()
      .min(0)
      .default(0)
      .describe(
        "The cursor of the last known event. A reset starts again at 1, which the live stream reports. " +
          "For a cursor beyond the last event, the answer has all events. The newest 10,000 events are kept, " +
          "at most 8 MiB. The live stream reports dropped events as a gap, and usually ends with workspace-dropped",
      ),
    limit: z
      .int()
      .min(1)
      .max(eventBounds.entriesMax)
      .default(eventBounds.entriesMax)
      .describe("Maximum number to return; a live stream has no limit"),
  }),
  answer: pageOf(ShownEvent),
  mediaType: eventStreamType,
  run(call, { after, limit }) {
    const { workspace, registry, server, headers } = call;
    const start = startOf(call, after);
    const show = (event: WorkspaceEvent) => showEvent(registry, event);
    return wantsStream(headers)
      ? streaming(eventStream({ workspace, counts: server.counts }, start, show))
      : page(workspace.events.after(start), { limit, offset: 0 }, show);
  },
});

/** A reconnecting client sends its last cursor; a cursor beyond the newest is from before a reset. */
function startOf({ headers, workspace }: ControlCall, after: number): number {
  const last = headers.get("last-event-id");
  const cursor = last !== null && /^\d{1,15}$/.test(last) ? Number(last) : after;
  return cursor > workspace.events.cursor() ? 0 : cursor;
}

/** An event as the control API shows it, with every API key redacted. */
export function showEvent(registry: Registry, event: WorkspaceEvent): z.infer<typeof ShownEvent> {
  const jsonReplacer = (_name: string, value: unknown) =>
    typeof value === "string" ? withoutKeys(registry, value) : value;
  const data: WorkspaceEvent["data"] = JSON.parse(JSON.stringify(event.data, jsonReplacer));
  return { ...event, at: new Date(event.at).toISOString(), data: { ...data } };
}

/**
 * Streams the events after the cursor `after` as server-sent events (HTML standard, section 9.2), then live events. A
 * `reset` message says that cursors start over. A `gap` message says that the log dropped unread events. A final
 * `workspace-dropped` message says why the stream ends.
 */
function eventStream(
  {
    workspace: { events, sandbox },
    counts,
  }: { readonly workspace: Workspace; readonly counts: StreamCounts },
  after: number,
  show: (event: WorkspaceEvent) => object,
): ReadableStream<Uint8Array> {
  return messageStream((outlet) => feedOf(events, after, show, outlet), counts, sandbox.timers);
}

function feedOf(
  events: EventLog,
  after: number,
  show: (event: WorkspaceEvent) => object,
  { wake, flush, end }: Outlet,
): Feed {
  const encode = (event: WorkspaceEvent) => withId(event.cursor, event.type, show(event));
  const messages = newMessages(events, after, encode, withId);
  const stop = events.subscribe({
    onEvent({ cursor }) {
      messages.happened(cursor);
      wake();
    },
    onRenew() {
      flush();
      messages.renewed();
      wake();
    },
    onEnd(reason) {
      flush();
      const type = "workspace-dropped";
      const cursor = events.cursor();
      end((messages.unsent() ?? "") + withId(cursor, type, { type, cursor, reason }));
    },
  });
  return { next: () => messages.next(), stop };
}

function withId(id: number, type: string, data: object): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
