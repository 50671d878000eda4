/** A bundle of two creates; the second was varied. */
import { textOfBundle } from "../../src/explore/bundle/bundle.ts";

const call = {
  plane: "api",
  method: "POST",
  path: "/v1/firms/Harb0rPt/leads",
  sentAtMs: 0,
  workspaceId: "default",
  apiKeyId: "HPkeySbx",
  operation: "post-leads-for-firm",
  status: 201,
  variation: null,
  carriedOut: true,
} as const;

function create(email: string): string {
  return JSON.stringify({ firstName: "Maya", lastName: "Lindqvist", email });
}

export function bundleText(): string {
  return textOfBundle({
    format: "lead-sandbox-bundle/1",
    version: "0.1.0",
    command: ["node", "sync.mjs"],
    startsAt: Date.parse("2026-03-02T09:00:00.000Z"),
    settings: {
      seed: 7,
      fixture: "default",
      assumptions: {},
      https: false,
      rerun: false,
      results: null,
      timeoutMs: null,
      env: null,
    },
    variation: null,
    sentence: "The answer of the second call was lost.",
    salt: null,
    verdict: null,
    exitCode: 1,
    records: [],
    calls: [
      { ...call, body: create("first@example.com") },
      { ...call, body: create("second@example.com"), variation: "answer lost" },
    ],
  });
}
