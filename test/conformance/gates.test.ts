import { describe, it } from "vitest";

import { newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { canSucceed, choicesOf, namesRecord, operations, permittedKey, sendTo } from "./cases.ts";

// The golden bodies show what the gates refuse.
describe.each(operations.filter(canSucceed))("the gates of $method $path", (operation) => {
  it(`${operation.status} with a key that has only the permission of its row (5.2)`, async () => {
    const world = await newWorld({ assumptions: choicesOf(operation) });
    const key = await permittedKey(world, operation);
    const reply = await sendTo(world, operation, { key });
    expect(reply).toAnswer(operation.status);
  });
});

describe.each(operations.filter(namesRecord))("the record in $method $path", (operation) => {
  it("404 for another Firm's record, with the same bytes as for an unknown one (7)", async () => {
    const world = await newWorld();
    const key = await permittedKey(world, operation);
    const foreign = await sendTo(world, operation, { key, whose: "foreign" });
    const unknown = await sendTo(world, operation, { key, whose: "unknown" });
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    expect(shownHeaders(foreign.headers)).toEqual(shownHeaders(unknown.headers));
  });
});

/** The headers of an answer, without the request id, the link with it and the time. */
function shownHeaders(headers: Headers): Readonly<Record<string, string>> {
  const own = ["x-sandbox-request-id", "x-sandbox-link", "date"];
  return Object.fromEntries([...headers].filter(([name]) => !own.includes(name)));
}
