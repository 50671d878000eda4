import type {
  changeProviderState,
  listProviderStates,
} from "../../server/control/provider-states/pact-states.ts";
import type { getPact } from "../../server/control/requests/pact.ts";
import type { Connection } from "./connection.ts";
import type { BodyOf, QueryOf } from "./operation-types.ts";

/** The provider states of Pact. */
export function pactCalls({ answer }: Connection) {
  type Params = BodyOf<typeof changeProviderState>["params"];
  return {
    /** The recorded traffic as a Pact V4 file. */
    recorded: (query: QueryOf<typeof getPact> = {}) =>
      answer<typeof getPact>("GET", "/pact", { query }),
    states: () => answer<typeof listProviderStates>("GET", "/pact/states"),
    /** Sets up a state; returns its values. */
    setUp: (state: string, params: Params = {}) =>
      answer<typeof changeProviderState>("POST", "/pact/states", { body: { state, params } }),
    /** Resets the workspace to its fixture. */
    tearDown: (state: string) =>
      answer<typeof changeProviderState>("POST", "/pact/states", {
        body: { state, action: "teardown" },
      }),
  };
}
