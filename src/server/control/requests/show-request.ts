import { Date } from "../../../base/values/native-timers.ts";
import { shownRule } from "../../../domain/rules/trace.ts";
import type { JournalEntry, RecordedMessage } from "../../../world/workspace/logs/journal.ts";
import type { Registry } from "../../../world/workspace/registry/registry.ts";
import { headersWithoutKeys, withoutKeys } from "../calls/redact.ts";
import type { ShownRequest } from "./shown-request.ts";

/** An entry of the journal as the control API shows it, with every API key redacted. */
export function showRequest(
  registry: Registry,
  {
    at,
    rules,
    reason,
    hints,
    messages,
    messageBytes: _messageBytes,
    receivedAt: _receivedAt,
    ...entry
  }: JournalEntry,
): ShownRequest {
  const shownWithoutKeys = (text: string): string => withoutKeys(registry, text);
  const message = ({ headers, body, cutFromBytes }: RecordedMessage) => ({
    headers: headersWithoutKeys(registry, headers),
    body: body === null ? null : shownWithoutKeys(body),
    ...(cutFromBytes === null ? {} : { cutFromBytes }),
  });
  const { request, response } = messages();
  return {
    ...entry,
    at: new Date(at).toISOString(),
    path: shownWithoutKeys(entry.path),
    query: shownWithoutKeys(entry.query),
    rules: rules.map(shownRule),
    ...(reason === null ? {} : { reason: shownWithoutKeys(reason) }),
    ...(hints.length === 0 ? {} : { hints: hints.map(shownWithoutKeys) }),
    request: message(request),
    response: message(response),
  };
}
