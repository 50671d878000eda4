/** The lines of the activity list: each request, followed by its effects. */
import type { Entry, RequestFacts, SandboxEvent } from "./entries.ts";

export type Line =
  | {
      readonly kind: "request";
      readonly key: string;
      readonly entry: Entry;
      readonly request: RequestFacts;
    }
  | {
      readonly kind: "event";
      readonly key: string;
      readonly entry: Entry;
      readonly event: SandboxEvent;
      readonly isCaused: boolean;
    }
  | {
      readonly kind: "notice";
      readonly key: string;
      readonly entry: Entry;
      readonly notice: string;
    };

/** The lines of the entries that match `passes`, newest first. */
export function linesOf(
  entries: readonly Entry[],
  passes: (entry: Entry) => boolean,
): readonly Line[] {
  const lines: Line[] = [];
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    const entry = entries[at];
    if (entry !== undefined && passes(entry)) addLines(lines, entry);
  }
  return lines;
}

function addLines(lines: Line[], entry: Entry): void {
  const { number, request, caused, notice } = entry;
  if (notice !== null) lines.push({ kind: "notice", key: `${number}`, entry, notice });
  if (request !== null) lines.push({ kind: "request", key: `${number}`, entry, request });
  for (const event of caused) {
    const isCaused = request !== null;
    lines.push({ kind: "event", key: `${number}-${event.cursor}`, entry, event, isCaused });
  }
}
