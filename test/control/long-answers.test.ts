import { describe, expect, it } from "vitest";

import { at } from "../support/reply.ts";
import { openedWithMany, turnsOf } from "./sliced-calls.ts";

describe("a long answer of the control API", () => {
  it.each([
    ["/requests.har", "log.entries"],
    ["/events", "data"],
    ["/requests?limit=1000", "data"],
    ["/requests/wait?count=150", "data"],
    ["/pact", "interactions"],
  ])("%s takes many turns of the event loop", async (path, list) => {
    const open = await openedWithMany();
    for (let index = 0; index < 150; index += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await open.api("GET", "/v1/leads/Many0001");
    }
    const answering = open.control("GET", path);
    expect(await turnsOf(answering)).toBeGreaterThan(140);
    const reply = await answering;
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(at(reply, list)).toHaveProperty("length");
  });
});
