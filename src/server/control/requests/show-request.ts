import { Date } from "../../../base/values/native-timers.ts";
import { eventSummary } from "../../../domain/model/event-summary.ts";
import { shownRule } from "../../../domain/rules/trace.ts";
import type { JournalEntry, RecordedMessage } from "../../../world/workspace/logs/journal.ts";
import type { Registry } from "../../../world/workspace/registry/registry.ts";
import { headersWithoutKeys, withoutKeys } from "../calls/redact.ts";
import type { ShownEffect, ShownRequest } from "./shown-request.ts";

/** An entry of the journal as the control API shows it, with every API key redacted. */
export function showRequest(
  registry: Registry,
  {
    at,
    rules,
    reason,
    hints,
    changes,
    effects: _effects,
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
    ...(changes.length === 0 ? {} : { changes }),
    request: message(request),
    response: message(response),
  };
}

export function showRequestAndEffects(registry: Registry, entry: JournalEntry): ShownRequest {
  const effects = entry.effects.map((event) => showEffect(registry, event));
  return { ...showRequest(registry, entry), effects };
}

/** The field of an event that has the id of its record. */
const idOf = {
  lead: "leadId",
  mail: "messageId",
  plan: "planId",
  client: "clientProfileId",
  fault: "faultId",
} as const;

/** An event that a request caused, with the ids of its records. */
function showEffect(
  registry: Registry,
  { type, data }: JournalEntry["effects"][number],
): ShownEffect {
  const { id, leadId, clientProfileId } = data;
  const [kind = ""] = type.split(".");
  const own = Object.entries(idOf).flatMap(([of, name]) => (of === kind ? [[name, id]] : []));
  const ids: Readonly<Record<string, unknown>> = {
    leadId,
    clientProfileId,
    ...Object.fromEntries(own),
  };
  const shown = Object.entries(ids).filter(([, value]) => typeof value === "string");
  return {
    type,
    summary: withoutKeys(registry, eventSummary({ type, data })),
    ...Object.fromEntries(shown),
  };
}
