import { shownRule } from "../../../domain/rules/trace.ts";
import type { JournalEntry, RecordedMessage } from "../../../world/workspace/logs/journal.ts";
import type { Registry } from "../../../world/workspace/registry/registry.ts";
import { showRequest } from "./show-request.ts";
import type { ShownRequest } from "./shown-request.ts";

/** A predicate for the entries that contain all words, in any case. Keys are hidden, so no word finds them. */
export function containing(registry: Registry, search: string): (entry: JournalEntry) => boolean {
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
  const target = query === "" ? path : `${path}?${query.replace(/^\?/, "")}`;
  const messages = [request, response].flatMap(({ headers, body }) => [
    ...Object.entries(headers).map((pair) => pair.join(": ")),
    body ?? "",
  ]);
  return [method, target, status, reason ?? "", ...rules, ...messages].join("\n");
}
