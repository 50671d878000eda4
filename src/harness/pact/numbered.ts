/** Copies of interactions for the verifier, with numbers that identify them in its calls and results. */
import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject } from "../../base/values/json.ts";
import type { PactFile } from "./pact-file.ts";
import type { PactInteraction } from "./pact-interaction.ts";
import { objectIn, stateName, statesIn } from "./pact-interaction.ts";

/** The header with the interaction's number in a replayed request. */
export const interactionHeader = "x-lead-sandbox-interaction";

/** The name of the file of an interaction; names sort by number. */
export function numberedFileName(number: number): string {
  return `${String(number).padStart(8, "0")}.json`;
}

/**
 * A pact of one interaction, with the number in its description, request and states. The verifier drops a whole file
 * for one interaction that it cannot read, so each has a file of its own.
 */
export function numbered(
  { document, specification }: PactFile,
  interaction: PactInteraction,
  number: number,
): JsonObject {
  const { messages: _messages, ...rest } = document;
  const { providerState: _one, provider_state: _same, ...own } = interaction.document;
  const request = objectIn(own, "request");
  const value = specification < 4 ? String(number) : [String(number)];
  return {
    ...rest,
    interactions: [
      {
        ...own,
        ...(specification < 4 ? {} : { type: "Synchronous/HTTP" }),
        description: `${number} ${interaction.description}`,
        providerStates: statesIn(interaction.document).map((state) => numberedState(state, number)),
        request: {
          ...request,
          headers: { ...objectIn(request, "headers"), [interactionHeader]: value },
        },
      },
    ],
  };
}

function numberedState(state: Json, number: number): JsonObject {
  return { ...(isJsonObject(state) ? state : {}), name: `${number} ${stateName(state)}` };
}

/** Splits a numbered name into its number and name; the number is null without one. */
export function readNumbered(text: string): {
  readonly number: number | null;
  readonly name: string;
} {
  const [, number, name = ""] = /^(\d+) ([^]*)$/.exec(text) ?? [];
  return number === undefined ? { number: null, name: text } : { number: Number(number), name };
}
