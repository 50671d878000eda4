import * as calls from "./calls.ts";
import type { Connection } from "./connection.ts";
import type { BodyOf, QueryOf } from "./operation-types.ts";

/** The provider states of Pact. */
export function pactCalls({ answer }: Connection) {
  type Params = BodyOf<typeof calls.changeProviderState>["params"];
  return {
    /** The recorded traffic as a Pact V4 file. */
    recorded: (query: QueryOf<typeof calls.getPact> = {}) => answer(calls.getPact, { query }),
    states: () => answer(calls.listProviderStates),
    /** Sets up a state; returns its values. */
    setUp: (state: string, params: Params = {}) =>
      answer(calls.changeProviderState, { body: { state, params } }),
    /** Resets the workspace to its fixture. */
    tearDown: (state: string) =>
      answer(calls.changeProviderState, {
        body: { state, action: "teardown" },
      }),
  };
}
