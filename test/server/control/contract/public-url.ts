import { expect } from "vitest";

import type { Row } from "./row.ts";

const url = "http://127.0.0.1:21031";

/** The base of links; `test/server/control/server/mapped-port.test.ts` tests the links. */
export const publicUrl: readonly Row[] = [
  {
    call: "PUT /_sandbox/public-url",
    method: "publicUrl.set",
    promise: "{ url } is the base of links, until null makes them follow each request",
    local: true,
    async keeps({ client }) {
      expect(await client.publicUrl.set(`${url}/`)).toEqual({ url });
      expect(await client.publicUrl.set(null)).toEqual({ url: null });
    },
  },
  {
    call: "GET /_sandbox/public-url",
    method: "publicUrl.get",
    promise: "{ data: { url } }, null without one",
    local: true,
    async keeps({ client }) {
      expect(await client.publicUrl.get()).toEqual({ url: null });
      await client.publicUrl.set(url);
      expect(await client.publicUrl.get()).toEqual({ url });
      await client.publicUrl.set(null);
    },
  },
];
