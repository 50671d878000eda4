import type { changeProviderState, listProviderStates } from "../control/pact-states.ts";
import type { Connection } from "./connection.ts";
import type { BodyOf } from "./operation-types.ts";

/** The provider states of Pact. */
export function pactCalls({ answer }: Connection) {
  type Params = BodyOf<typeof changeProviderState>["params"];
  return {
    states: () => answer<typeof listProviderStates>("GET", "/pact/states"),
    /** Brings a state about; answers its values. */
    setUp: (state: string, params: Params = {}) =>
      answer<typeof changeProviderState>("POST", "/pact/states", { body: { state, params } }),
    /** Takes the workspace back to its fixture. */
    tearDown: (state: string) =>
      answer<typeof changeProviderState>("POST", "/pact/states", {
        body: { state, action: "teardown" },
      }),
  };
}
