import { EventSourceParserStream } from "eventsource-parser/stream";

import type { listEvents } from "../control/events.ts";
import type { Connection } from "./connection.ts";
import type { DataOf } from "./operation-types.ts";
import { SandboxError } from "./sandbox-error.ts";

/** Something that happened in a workspace. */
export type SandboxEvent = DataOf<typeof listEvents>[number];

/** Told in a live stream when the workspace was begun again: cursors start over. */
export interface ResetEvent {
  readonly type: "reset";
  readonly cursor: 0;
}

/** In a live stream: events up to `cursor` that were dropped before they were read, `missed` of them. */
export interface GapEvent {
  readonly type: "gap";
  readonly cursor: number;
  readonly missed: number;
}

/** An item of a live stream. */
export type StreamedEvent = SandboxEvent | ResetEvent | GapEvent;

/** What happened in a workspace, in order. */
export function eventCalls({ answer, stream }: Connection) {
  return {
    /** What happened after a cursor, oldest first. */
    list: (after = 0) => answer<typeof listEvents>("GET", "/events", { query: { after } }),
    /** The events after a cursor and then each as it happens, until `signal` aborts or the workspace goes. */
    async *stream(
      options: { readonly after?: number; readonly signal?: AbortSignal } = {},
    ): AsyncGenerator<StreamedEvent, void, undefined> {
      const { after = 0, signal } = options;
      try {
        const input = { query: { after }, signal };
        yield* read(await stream<typeof listEvents>("GET", "/events", input, eventStream), signal);
      } catch (error) {
        if (signal?.aborted !== true) throw error;
      }
    },
  };
}

const eventStream = "text/event-stream";

async function* read(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamedEvent, void, undefined> {
  if (body === null) return;
  const messages = body
    .pipeThrough(new TextDecoderStream(), signal === undefined ? {} : { signal })
    .pipeThrough(new EventSourceParserStream());
  try {
    for await (const { event, data } of messages) {
      yield event === "reset" ? { type: "reset", cursor: 0 } : parsed(data);
    }
  } catch (error) {
    const message = "The connection to the sandbox broke while its events were read.";
    throw new SandboxError({ status: 0, message }, { cause: error });
  }
}

function parsed(data: string): SandboxEvent | GapEvent {
  const event: SandboxEvent | GapEvent = JSON.parse(data);
  return event;
}
