/** A bundle of two creates; the second was varied. */
import { readFileSync } from "node:fs";

import { textOfBundle } from "../../../src/harness/bundle/bundle-file.ts";
import type { BundleContent } from "../../../src/harness/explore/bundle/bundle-content.ts";

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

export function bundleText(change: Partial<BundleContent> = {}): string {
  return textOfBundle(bundleWith(change));
}

/** The bundle of a client whose key and Firm id the sandbox adopted. */
export function adoptedBundleText(): string {
  const { settings, calls } = bundleWith({});
  const paths = ["/v1/firms/acme-4711/leads", "/v1/firms/Harb0rPt/leads", call.path];
  const [first] = calls;
  if (first === undefined) throw new Error("The bundle has no call.");
  return bundleText({
    settings: { ...settings, adopt: true },
    calls: paths.map((path, at) => ({
      ...first,
      path,
      body: create(`${at}@example.com`),
      apiKeyId: at === 1 ? "unknown" : call.apiKeyId,
      variation: at === 2 ? "answer lost" : null,
    })),
  });
}

/** The bundle of a run in a world of its own, whose keys and choices differ from those of the fixture. */
export function ownWorldBundleText(): string {
  const { settings, calls, ...more } = bundleWith({});
  const world: Record<string, unknown> = JSON.parse(readFileSync("fixtures/default.json", "utf8"));
  const key = { id: "OwnKey01", firmId: "Harb0rPt", roleType: "Partner", environment: "sandbox" };
  const assumptions = { "lead.email.case": "exact", "plan.transitions": "any" };
  return textOfBundle({
    ...more,
    settings: {
      ...settings,
      fixture: { ...world, assumptions, apiKeys: [key] },
      assumptions: { "plan.transitions": "forward" },
    },
    variation: {
      family: "unknowns",
      variation: "env.data=shared",
      workspace: null,
      call: null,
      choices: { "env.data": "shared" },
    },
    calls: calls.map((one) => ({ ...one, apiKeyId: key.id })),
  });
}

function bundleWith(change: Partial<BundleContent>): BundleContent {
  return {
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
    ...change,
  };
}
