/** The calls that the journal of a sandbox has. */
import { describe, expect, it } from "vitest";

import type { JournalEntry } from "../../../src/harness/traffic/journal.ts";
import { journaledCall } from "../../../src/harness/traffic/journal.ts";

const at = "2027-03-01T09:00:00.000Z";

/** A list of Leads, with `given` over the defaults. */
function entry(given: Partial<JournalEntry> = {}): JournalEntry {
  return {
    id: "req_1",
    at,
    durationMs: 7,
    method: "GET",
    path: "/v1/firms/F1/leads",
    query: "limit=1",
    status: 200,
    surface: "partner-sandbox",
    request: { headers: { host: "api.partner.example.com", "x-api-key": "k" }, body: "" },
    response: { headers: { date: "x" }, body: "{}" },
    ...given,
  };
}

describe("a call of a journal", () => {
  it("has its operation, key and times", () => {
    expect(journaledCall(entry())).toMatchObject({
      operation: "get-leads-for-firm",
      method: "GET",
      host: "api.partner.example.com",
      path: "/v1/firms/F1/leads",
      query: "limit=1",
      status: 200,
      key: "k",
      surface: "partner-sandbox",
      answer: "{}",
      sentAtMs: Date.parse(at),
      answeredAtMs: Date.parse(at) + 7,
      requestId: "req_1",
    });
  });

  it("has neither a query nor a key without one", () => {
    const request = { headers: {}, body: "" };
    expect(journaledCall(entry({ query: "", request }))).toMatchObject({ query: "", key: null });
  });

  it("is none at another path", () => {
    expect(journaledCall(entry({ path: "/health" }))).toBeNull();
  });

  it("has no surface that the interface does not name", () => {
    expect(journaledCall(entry({ surface: "elsewhere" }))).toMatchObject({ surface: null });
  });

  it("has no body that the journal cut", () => {
    const cut = { headers: {}, body: `{"notes":"${"n".repeat(16_000)}…` };
    expect(journaledCall(entry({ request: cut }))).toMatchObject({ body: null });
    const whole = { headers: {}, body: '{"notes":"n"}' };
    expect(journaledCall(entry({ request: whole }))).toMatchObject({ body: '{"notes":"n"}' });
  });
});
