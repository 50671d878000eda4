import type { EventSourceMessage } from "eventsource-parser";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { onTestFinished } from "vitest";

/** A received event: id, type and parsed data. */
export interface ToldEvent {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: unknown;
}

/** The reader of one stream of server-sent events. */
export interface EventReader {
  /** The next `count` events; fails if the stream ends first. */
  readonly next: (count: number) => Promise<readonly ToldEvent[]>;
  /** All events until the end of the stream. */
  readonly rest: () => Promise<readonly ToldEvent[]>;
  readonly leave: () => Promise<void>;
}

/** Reads a response body as server-sent events, without comments. */
export function readEvents(response: Response, onComment?: (text: string) => void): EventReader {
  if (response.body === null) throw new Error(`No stream in ${response.status}`);
  const reader = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream(onComment === undefined ? {} : { onComment }))
    .getReader();
  const read = async (): Promise<ToldEvent | null> => {
    const { done, value } = await reader.read();
    return done ? null : expected(value);
  };
  const leave = async (): Promise<void> => {
    await reader.cancel().catch(() => {
      // The stream of a stopped server may break instead of ending.
    });
  };
  onTestFinished(leave);
  return {
    async next(count) {
      const events: ToldEvent[] = [];
      while (events.length < count) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const event = await read();
        if (event === null) throw new Error(`The stream ended after ${events.length} of ${count}.`);
        events.push(event);
      }
      return events;
    },
    async rest() {
      const events: ToldEvent[] = [];
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      for (let event = await read(); event !== null; event = await read()) events.push(event);
      return events;
    },
    leave,
  };
}

function expected({ id, event, data }: EventSourceMessage): ToldEvent {
  const parsed: unknown = JSON.parse(data);
  return { id, event, data: parsed };
}
