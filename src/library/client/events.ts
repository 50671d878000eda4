import { EventSourceParserStream } from "eventsource-parser/stream";

import * as calls from "./calls.ts";
import type { Connection } from "./connection.ts";
import type { DataOf, QueryOf } from "./operation-types.ts";
import { SandboxError } from "./sandbox-error.ts";

/** An event in a workspace. */
export type SandboxEvent = DataOf<typeof calls.listEvents>[number];

/** Sent in a live stream when the workspace was reset: cursors start over. */
export interface ResetEvent {
  readonly type: "reset";
  readonly cursor: 0;
}

/** In a live stream: events up to `cursor` were dropped before they were read, `missed` of them. */
export interface GapEvent {
  readonly type: "gap";
  readonly cursor: number;
  readonly missed: number;
}

/** The last item of a live stream: no more events will come. A stream that ends without it lost its connection. */
export interface DroppedEvent {
  readonly type: "workspace-dropped";
  readonly cursor: number;
  readonly reason: "dropped" | "expired" | "server-stopped";
}

/** An item of a live stream. */
export type StreamedEvent = SandboxEvent | ResetEvent | GapEvent | DroppedEvent;

/** An item of the live stream of all workspaces. After a gap without a workspace, list the workspaces again. */
export type StreamedWorkspaceEvent =
  | ((SandboxEvent | ResetEvent | GapEvent) & { readonly workspaceId: string })
  | {
      readonly type: "workspace-created";
      readonly at: string;
      readonly workspaceId: string;
      readonly label: string | null;
      readonly owner: string | null;
      readonly fixture: string;
    }
  | {
      readonly type: "workspace-dropped";
      readonly at: string;
      readonly workspaceId: string;
      readonly reason: "dropped" | "expired";
    }
  | (GapEvent & { readonly workspaceId: null })
  | { readonly type: "server-stopped" };

/** The events of a workspace, in order. */
export function eventCalls({ answer, stream }: Connection) {
  return {
    /** The events after a cursor, oldest first; `meta.total` counts those beyond `limit`, too. */
    list: (after = 0, query: Pick<QueryOf<typeof calls.listEvents>, "limit"> = {}) =>
      answer(calls.listEvents, { query: { after, ...query } }),
    /**
     * The events after a cursor, then live events, until `signal` aborts or the workspace is dropped. None is missed
     * after `onOpen`.
     */
    stream({
      after = 0,
      signal,
      onOpen,
    }: { readonly after?: number } & StreamOptions = {}): Streamed<StreamedEvent> {
      const input = { query: { after }, signal };
      return streamed(() => stream(calls.listEvents, input, eventStream), {
        signal,
        onOpen,
      });
    },
  };
}

/** The live events of all workspaces, until `signal` aborts or the server stops. None is missed after `onOpen`. */
export function workspaceEventsCall({ stream }: Connection) {
  return (options: StreamOptions = {}): Streamed<StreamedWorkspaceEvent> =>
    streamed(() => stream(calls.listWorkspaces, { signal: options.signal }, eventStream), options);
}

export interface StreamOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onOpen?: (() => void) | undefined;
}

type Streamed<Event> = AsyncGenerator<Event, void, undefined>;

async function* streamed<Event>(
  open: () => Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>,
  { signal, onOpen }: StreamOptions,
): Streamed<Event> {
  try {
    const body = await open();
    onOpen?.();
    yield* readEvents<Event>(body, signal);
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
}

const eventStream = "text/event-stream";

async function* readEvents<Event>(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  signal: AbortSignal | undefined,
): Streamed<Event> {
  if (body === null) return;
  const messages = body
    .pipeThrough(new TextDecoderStream(), signal === undefined ? {} : { signal })
    .pipeThrough(new EventSourceParserStream());
  try {
    for await (const { event, data } of messages) {
      const parsed: Event = JSON.parse(data);
      yield event === "reset" ? { type: "reset", cursor: 0, ...parsed } : parsed;
    }
  } catch (error) {
    const message = "The connection to the sandbox broke while its events were read.";
    throw new SandboxError({ status: 0, message }, { cause: error });
  }
}
