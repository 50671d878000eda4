import { expect } from "vitest";

import { at } from "../../support/reply.ts";
import type { Row } from "./row.ts";
import { answered } from "./row.ts";

/** The session cookie; `test/control/session.test.ts` tests what the cookie permits. */
export const session: readonly Row[] = [withoutToken("POST"), withoutToken("DELETE")];

function withoutToken(method: string): Row {
  return {
    call: `${method} /_sandbox/session`,
    promise: "without a token, 200 that reports that, and no cookie",
    async keeps(world) {
      const reply = answered(200, await world.server(method, "/session"));
      expect(at(reply, "data.needsToken")).toBe(false);
      expect(reply.headers.get("set-cookie")).toBe(null);
    },
  };
}
