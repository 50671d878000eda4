import { describe, expect, it } from "vitest";

import type { Json } from "../../src/base/values/json.ts";
import { isRemote } from "../support/target.ts";
import { interactionOf, pactOf, verified } from "./pacts.ts";

const withoutMs = "2026-01-05T09:00:00Z";

/** The advice of a verification for a Lead with this expected `createdAt`. */
async function adviceOn(createdAt: Json, matcher: object | null): Promise<string> {
  const answer = { data: { createdAt } };
  const interaction = interactionOf({
    description: "reads",
    states: ["an active lead exists"],
    answer,
  });
  const rule =
    matcher === null ? {} : { "$.data.createdAt": { combine: "AND", matchers: [matcher] } };
  const response = { ...interaction.response, matchingRules: { body: rule } };
  const path = "/v1/leads/${leadId}";
  const generators = { path: { type: "ProviderState", expression: path } };
  const request = { ...interaction.request, generators };
  const pact = { ...pactOf([]), interactions: [{ ...interaction, request, response }] };
  const { interactions } = await verified([pact]);
  return JSON.stringify(interactions);
}

// Verification starts its own sandbox, so these tests do not run against a URL.
describe.skipIf(isRemote)("the advice on a timestamp that is expected without milliseconds", () => {
  const format = "yyyy-MM-dd'T'HH:mm:ssX";
  const regex = String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$`;

  it.each([
    { name: "as a value", matcher: null },
    { name: "by a format", matcher: { match: "timestamp", format } },
    { name: "by a pattern", matcher: { match: "regex", regex } },
  ])("names milliseconds: $name", async ({ matcher }) => {
    const expected = await adviceOn(withoutMs, matcher);
    expect(expected).toContain("Timestamps have milliseconds (rule lead.timestamps)");
    expect(expected).not.toContain("Nom");
  });

  it.each([
    { name: "a value with milliseconds", value: "2026-01-05T09:00:00.000Z" },
    { name: "null", value: null },
    { name: "a number", value: 7 },
  ])("is the general one when $name is expected", async ({ value }) => {
    const expected = await adviceOn(value, null);
    expect(expected).not.toContain("milliseconds");
    expect(expected).toContain("Match by type or by pattern rather than by value");
  });
});
