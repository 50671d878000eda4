import { existsSync, readFileSync, writeFileSync } from "node:fs";

import { MatchersV3 } from "@pact-foundation/pact";
import { describe, expect, it } from "vitest";

import { consumerRun } from "./consumer.ts";
import type { Interaction } from "./interaction.ts";
import { interactions } from "./interactions.ts";
import { pactFile } from "./pact-names.ts";

const updates = process.env["UPDATE_PACTS"] === "1";

describe("the reference client against the responses of its pact", () => {
  it.each(interactions)("$description", async (interaction) => {
    const { outcomes } = await consumerRun();
    const outcome = outcomes.find(({ description }) => description === interaction.description);
    expect(outcome).toEqual({ description: interaction.description, value: wanted(interaction) });
  });
});

describe("the checked-in pact (UPDATE_PACTS=1 rewrites it)", () => {
  it("equals the pact that the consumer tests write", async () => {
    const { pact } = await consumerRun();
    if (updates) writeFileSync(pactFile, pact);
    expect(existsSync(pactFile) ? readFileSync(pactFile, "utf8") : "").toBe(pact);
  });

  it("contains every interaction once", () => {
    const descriptions = interactions.map(({ description }) => description);
    expect(descriptions).toEqual([...new Set(descriptions)]);
  });
});

/** The expected value of the client: a record, a page, or the whole refusal. */
function wanted({ response, wanted: named, ...rest }: Interaction): unknown {
  if (named !== undefined) return named;
  const body: unknown = MatchersV3.reify(response.body);
  if (response.status >= 400) return { status: response.status, ...Object(body) };
  const isPage = "meta" in Object(body);
  return isPage || rest.request.path.startsWith("/workflows") ? body : Object(body).data;
}
