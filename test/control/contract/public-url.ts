import { expect } from "vitest";

import { at } from "../../support/reply.ts";
import type { Row } from "./row.ts";
import { answered } from "./row.ts";

const url = "http://127.0.0.1:21031";

/** The base of links; `test/control/mapped-port.test.ts` tests the links. */
export const publicUrl: readonly Row[] = [
  {
    call: "PUT /_sandbox/public-url",
    promise: "{ url } is the base of links, until null makes them follow each request",
    local: true,
    async keeps(world) {
      const set = answered(200, await world.server("PUT", "/public-url", { url }));
      expect(at(set, "data")).toEqual({ url });
      const removed = answered(200, await world.server("PUT", "/public-url", { url: null }));
      expect(at(removed, "data")).toEqual({ url: null });
    },
  },
  {
    call: "GET /_sandbox/public-url",
    promise: "{ data: { url } }, null without one",
    local: true,
    async keeps(world) {
      const before = answered(200, await world.server("GET", "/public-url"));
      expect(at(before, "data")).toEqual({ url: null });
      await world.server("PUT", "/public-url", { url });
      expect(at(await world.server("GET", "/public-url"), "data")).toEqual({ url });
      await world.server("PUT", "/public-url", { url: null });
    },
  },
];
