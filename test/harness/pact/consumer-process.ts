/**
 * The process of the consumer tests: runs each interaction with the reference client against Pact's
 * mock server. It is separate because Pact's native code prints and reads environment variables.
 */
import { MatchersV3, PactV4 } from "@pact-foundation/pact";
import * as z from "zod";

import type { Interaction } from "./interaction.ts";
import { interactions } from "./interactions.ts";
import { LeadApiError, newLeadClient } from "./lead-client.ts";
import type { Outcome } from "./pact-names.ts";
import { consumer, provider } from "./pact-names.ts";

const Params = z.record(z.string(), z.json()).optional();
const exampleKey = "11111111-1111-4111-8111-111111111111";

process.once("message", (folder: string) => {
  void playAll(folder);
});

async function playAll(folder: string): Promise<void> {
  const pact = new PactV4({ consumer, provider, dir: folder, logLevel: "error" });
  const outcomes: Outcome[] = [];
  for (const interaction of interactions) {
    // oxlint-disable-next-line no-await-in-loop -- each one appends to the same file
    outcomes.push(await played(pact, interaction));
  }
  process.send?.(outcomes);
  process.disconnect?.();
}

/** The value that the client returned, or the failure of its test. */
async function played(pact: PactV4, interaction: Interaction): Promise<Outcome> {
  const { description, given, request, response, act } = interaction;
  const { method, path, query = {}, body, key } = request;
  const started = pact.addInteraction();
  for (const [state, params] of given) started.given(state, Params.parse(params));
  const apiKey = key === undefined ? exampleKey : key;
  try {
    const made = await started
      .uponReceiving(description)
      .withRequest(method, `/v1${path}`, (builder) => {
        builder.query(query);
        if (key === undefined) {
          const injected = MatchersV3.fromProviderState("${apiKey}", exampleKey);
          builder.headers({ "X-API-Key": injected });
        } else if (key !== null) builder.headers({ "X-API-Key": key });
        if (body !== undefined) builder.jsonBody(body);
      })
      .willRespondWith(response.status, (builder) => {
        builder.jsonBody(response.body);
      })
      .executeTest(async ({ url }) => outcomeOf(act(newLeadClient({ url, apiKey }))));
    return { description, value: made };
  } catch (error) {
    return { description, failure: error instanceof Error ? error.message : String(error) };
  }
}

/** The returned value, or the client's error for a refusal. */
async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof LeadApiError)) throw error;
    const { status, message, fields } = error;
    return { status, message, ...(fields === undefined ? {} : { fields }) };
  }
}
