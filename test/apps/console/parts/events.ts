/** Events in the format of the live stream, as input of the console. */
import type { Entry, SandboxEvent } from "../../../../src/apps/console/activity/entries.ts";
import { newEntries } from "../../../../src/apps/console/activity/entries.ts";
import type { StreamedEvent } from "../../../../src/library/client/events.ts";

let cursor = 0;

export function anEvent(type: SandboxEvent["type"], data: SandboxEvent["data"]): SandboxEvent {
  cursor += 1;
  return { cursor, at: "2026-03-02T09:00:00.000Z", type, data };
}

/** The event of a request; `fields` override those of a rejected create. */
export function aRequest(id: string, fields: SandboxEvent["data"] = {}): SandboxEvent {
  return anEvent("request", {
    id,
    method: "POST",
    path: "/v1/firms/Harb0rPt/leads",
    query: "",
    status: 409,
    operationId: "createLead",
    apiKeyId: "HPkeySbx",
    surface: "partner-sandbox",
    durationMs: 3,
    rules: ["lead.unique", "lead.unique.email;assumed"],
    reason: "The Firm has a Lead with this email already.",
    ...fields,
  });
}

export function entriesOf(...events: readonly StreamedEvent[]): readonly Entry[] {
  const entries = newEntries();
  for (const event of events) entries.add(event);
  return entries.blocks().flat();
}
