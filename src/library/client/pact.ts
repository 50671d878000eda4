import type { Connection } from "./connection.ts";
import type { BodyOf, QueryOf } from "./operation-types.ts";

/** The provider states of Pact. */
export function pactCalls({ answer }: Connection) {
  type Params = BodyOf<"change-provider-state">["params"];
  return {
    /** The recorded traffic as a Pact V4 file. */
    recorded: (query: QueryOf<"get-pact"> = {}) => answer("get-pact", { query }),
    states: () => answer("list-provider-states"),
    /** Sets up a state; returns its values. */
    setUp: (state: string, params: Params = {}) =>
      answer("change-provider-state", { body: { state, params } }),
    /** Resets the workspace to its fixture. */
    tearDown: (state: string) =>
      answer("change-provider-state", {
        body: { state, action: "teardown" },
      }),
  };
}
