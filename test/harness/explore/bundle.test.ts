import { describe, expect, it } from "vitest";

import { openBundle, textOfBundle } from "../../../src/harness/bundle/bundle-file.ts";
import type { BundleContext } from "../../../src/harness/explore/bundle/bundle-of.ts";
import { bundleOf } from "../../../src/harness/explore/bundle/bundle-of.ts";
import { trialBundle } from "../../../src/harness/explore/bundle/bundle.ts";
import { isPlannedCall } from "../../../src/harness/explore/identity.ts";
import { call, callId, observation, planned } from "./made-up.ts";
import { config as readAll } from "./settings.ts";

const maya = "maya@example.com";
const key = "11111111-1111-4111-8111-111111111111";
const body = JSON.stringify({ email: maya, firstName: "Maya", clientData: { notes: "secret" } });
const filter = encodeURIComponent(JSON.stringify({ email: maya }));
const seen = observation({
  calls: [
    call(callId(maya), { body, variation: "503", answer: '{"data":{"id":"AbCdEf12"}}' }),
    call(callId(maya, { operation: "get-leads" }), { query: `filter=${filter}`, sentAtMs: 30 }),
  ],
  controlCalls: [
    {
      method: "POST",
      path: "/_sandbox/sign-ups",
      body: JSON.stringify({ email: maya }),
      sentAtMs: 20,
    },
  ],
});

const context: BundleContext = {
  version: "1.2.3",
  command: ["node", "sync.mjs"],
  config: readAll(),
  world: null,
  startsAt: 1_000,
  settings: { rerun: false, results: null, timeoutMs: null, env: null },
  keepsData: false,
  words: new Set(["email", "firstName", "clientData", "notes", "filter"]),
};

const bundled = {
  planned: planned("503"),
  judgement: { verdict: "lost" as const, records: [] },
  observation: seen,
};

describe("a bundle", () => {
  const content = bundleOf(bundled, context);
  const text = textOfBundle(content);

  it("round-trips through its file", () => {
    expect(trialBundle(openBundle(text, "x.json"))).toEqual(JSON.parse(JSON.stringify(content)));
  });

  it("keeps the operation of a violation", () => {
    const what = planned("limit-ignored", {
      family: "violations",
      call: null,
      operation: "get-leads",
    });
    const judgement = { verdict: "missed" as const, records: [] };
    const made = bundleOf({ ...bundled, planned: what, judgement }, context);
    expect(trialBundle(openBundle(textOfBundle(made), "x.json")).variation?.operation).toBe(
      "get-leads",
    );
  });

  it("names the variation only at the calls of its own test", () => {
    const calls = ["own", "other"].map((workspace) =>
      call(callId(maya, { workspace }), { variation: "503" }),
    );
    const what = planned("503", { workspace: "own", call: callId(maya, { workspace: "own" }) });
    const packed = { ...bundled, planned: what, observation: observation({ calls }) };
    expect(bundleOf(packed, context).calls.map(({ variation }) => variation)).toEqual([
      "503",
      null,
    ]);
  });

  it("holds no personal data and no key", () => {
    for (const secret of [maya, "Maya", "secret", key, "maya%40"]) {
      expect(text).not.toContain(secret);
    }
  });

  it("replaces equal values by equal placeholders in bodies, queries and control API calls", () => {
    const [post, signUp, list] = content.calls;
    const { email } = JSON.parse(post?.body ?? "");
    expect(JSON.parse(signUp?.body ?? "")).toEqual({ email });
    expect(decodeURIComponent(list?.path ?? "")).toContain(`{"email":"${email}"}`);
  });

  it("identifies its call by a hash of the subject", () => {
    const { variation, salt } = trialBundle(openBundle(text, "x.json"));
    const again = { call: variation?.call ?? null, salt };
    expect(isPlannedCall(again, callId(maya))).toBe(true);
    expect(isPlannedCall(again, callId("noah@example.com"))).toBe(false);
    expect(isPlannedCall(again, callId(maya, { ordinal: 2 }))).toBe(false);
  });

  it("keeps personal data on request", () => {
    const whole = textOfBundle(bundleOf(bundled, { ...context, keepsData: true }));
    expect(whole).toContain(maya);
  });
});
