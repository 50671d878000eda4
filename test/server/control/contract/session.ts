import { expect } from "vitest";

import type { Row } from "./row.ts";

/** The session cookie; `test/server/control/access/session.test.ts` tests what the cookie permits. */
export const session: readonly Row[] = [
  withoutToken("POST", "open"),
  withoutToken("DELETE", "close"),
];

function withoutToken(verb: string, name: "open" | "close"): Row {
  return {
    call: `${verb} /_sandbox/session`,
    method: `session.${name}`,
    promise: "without a token, 200 that reports that",
    async keeps({ client }) {
      expect(await client.session[name]()).toEqual({ needsToken: false });
    },
  };
}
