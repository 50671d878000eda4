import type { EventLog, WorkspaceEvent } from "../../../world/workspace/logs/events.ts";

/** The text of an event in a stream. */
type Encode<Type extends string = WorkspaceEvent["type"]> = (event: WorkspaceEvent<Type>) => string;

/** The text of any other message. `cursor` is the newest event that the reader knows after reading it. */
type Write = (cursor: number, type: string, data: object) => string;

export type Messages = ReturnType<typeof newMessages>;

/** The messages of one log for one reader, each created when the reader has room for it. */
export function newMessages<Type extends string>(
  events: Pick<EventLog<Type>, "cursor" | "nextAfter">,
  after: number,
  encode: Encode<Type>,
  write: Write,
) {
  let sent = after;
  let newest = events.cursor();
  let lost: string | null = null;
  let wasRenewed = false;
  const gapTo = (cursor: number): string => {
    const missed = cursor - sent;
    sent = cursor;
    return write(cursor, "gap", { type: "gap", cursor, missed });
  };
  const unsent = (): string | null => (sent < newest ? gapTo(newest) : null);
  return {
    /** The next message, or null until the next event. */
    next(): string | null {
      if (lost !== null) {
        const gap = lost;
        lost = null;
        return gap;
      }
      if (wasRenewed) {
        wasRenewed = false;
        return write(0, "reset", {});
      }
      const event = events.nextAfter(sent);
      if (event === null) return null;
      if (event.cursor > sent + 1) return gapTo(event.cursor - 1);
      sent = event.cursor;
      return encode(event);
    },
    happened(cursor: number) {
      newest = cursor;
    },
    /** The log starts over: unsent events are lost. */
    renewed() {
      lost ??= unsent();
      sent = 0;
      newest = 0;
      wasRenewed = true;
    },
    /** A gap message for unsent events, or null. */
    unsent,
  };
}
