// oxlint-disable vitest/no-standalone-expect -- the test of lead-sandbox/vitest is one of Vitest, which the rule cannot see
/**
 * Runs the consumer tests of the reference client against a sandbox instead of Pact's mock server,
 * one workspace each.
 */
import { MatchersV3 } from "@pact-foundation/pact";
import { describe, expect } from "vitest";
import * as z from "zod";

import { isJsonObject } from "../../../../src/base/values/json.ts";
import { test } from "../../../../src/library/embed/vitest.ts";
import type { Interaction } from "../../pact/interaction.ts";
import { idShape } from "../../pact/interaction.ts";
import { interactions } from "../../pact/interactions.ts";
import { LeadApiError, newLeadClient } from "../../pact/lead-client.ts";
import { misfit } from "./matching.ts";

const Params = z.record(z.string(), z.json());
const Values = z.looseObject({ apiKey: z.string().exactOptional() });

/** Excludes workflows, which exist only when a fixture describes them. */
const inEveryFixture = interactions.filter(({ request }) => !request.path.startsWith("/workflows"));

/** The result of a call: `{ data }`, a page or a refusal. */
async function outcomeOf({ act, response }: Interaction, url: string, apiKey: string | null) {
  try {
    const value = await act(newLeadClient({ url, apiKey }));
    const isPage = z.looseObject({ meta: z.unknown() }).safeParse(response.body).success;
    return isPage ? value : { data: value };
  } catch (error) {
    if (!(error instanceof LeadApiError) || error.status !== response.status) throw error;
    const { message, fields } = error;
    return { message, ...(fields === undefined ? {} : { fields: firstOfEach(fields) }) };
  }
}

/** The first error of each field, since a later one may have a code that the client does not know. */
function firstOfEach(fields: NonNullable<LeadApiError["fields"]>) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, errors]) => [name, errors.slice(0, 1)]),
  );
}

/**
 * The template without what the pact states about ids and messages, so that the provider's verification shows a
 * change of it. The client takes any text for them.
 */
function loosened(template: unknown): unknown {
  if (Array.isArray(template)) return template.map(loosened);
  if (!isJsonObject(template)) return template;
  if (template["regex"] === idShape) return MatchersV3.string();
  const entries = Object.entries(template).map(([name, item]) => [
    name,
    name === "message" ? MatchersV3.string() : loosened(item),
  ]);
  return Object.fromEntries(entries);
}

describe.concurrent("the reference client", () => {
  const rows = inEveryFixture.map((one): [string, Interaction] => [one.description, one]);
  test.for(rows)("%s", async ([, interaction], { workspace }) => {
    const { given, request, response, wanted } = interaction;
    let key = workspace.apiKey;
    for (const [state, params] of given) {
      // oxlint-disable-next-line no-await-in-loop -- in their order
      const values = await workspace.client.pact.setUp(state, Params.parse(params ?? {}));
      key = Values.parse(values).apiKey ?? key;
    }
    const sent = request.key === undefined ? key : request.key;
    const outcome = await outcomeOf(interaction, workspace.url, sent);
    const template = wanted === undefined ? response.body : { data: MatchersV3.like(wanted) };
    expect([misfit(loosened(template), outcome), outcome]).toEqual([null, outcome]);
  });
});
