import { describe, it } from "vitest";

import { assumedRulesOf, rulesOf } from "../support/reply.ts";
import { newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import {
  canSucceed,
  issueKey,
  namesRecord,
  operations,
  permittedKey,
  sendTo,
  unknownKey,
  usedKey,
} from "./cases.ts";

describe.each(operations)("the gates before $method $path", (operation) => {
  it("401 without a key (5.1, 5.6)", async () => {
    const world = await newWorld();
    const reply = await sendTo(world, operation, { key: null });
    expect(reply).toAnswer(401);
    expect(rulesOf(reply)).toContain("auth.missing");
  });

  it("401 with a key that no workspace has (5.6)", async () => {
    const world = await newWorld();
    const reply = await sendTo(world, operation, { key: unknownKey });
    expect(reply).toAnswer(401);
    expect(rulesOf(reply)).toContain("auth.invalid");
  });

  it("401 with a key of the other environment (5.4)", async () => {
    const world = await newWorld();
    const key = world.keys["partner-production"];
    const reply = await sendTo(world, operation, { key });
    expect(reply).toAnswer(401);
    expect(rulesOf(reply)).toContain("env.key-mismatch");
  });

  it("403 with a key of the other role type (5.2)", async () => {
    const world = await newWorld();
    const reply = await sendTo(world, operation, { key: world.keys.realtor });
    expect(reply).toAnswer(403);
    expect(assumedRulesOf(reply)).toContain("auth.role-surface");
  });

  it("403 with a key that has no permission (5.6)", async () => {
    const world = await newWorld();
    const { key } = await issueKey(world, { permissions: [] });
    const reply = await sendTo(world, operation, { key });
    expect(reply).toAnswer(403);
    expect(rulesOf(reply)).toContain("auth.permission");
  });

  it("429 with a key that has used its hourly quota (8)", async () => {
    const world = await newWorld();
    const key = await usedKey(world, 500, "PT15M");
    const reply = await sendTo(world, operation, { key });
    expect(reply).toAnswer(429);
    expect(rulesOf(reply)).toContain("quota.rolling-hour");
  });
});

describe.each(operations.filter(canSucceed))("the gates of $method $path", (operation) => {
  it(`${operation.status} with a key that has the permission of its row and no other (5.2)`, async () => {
    const world = await newWorld();
    const key = await permittedKey(world, operation);
    const reply = await sendTo(world, operation, { key });
    expect(reply).toAnswer(operation.status);
  });
});

describe.each(operations.filter(namesRecord))("the record in $method $path", (operation) => {
  it("404 for an id that does not exist (7)", async () => {
    const world = await newWorld();
    const key = await permittedKey(world, operation);
    const reply = await sendTo(world, operation, { key, whose: "unknown" });
    expect(reply).toAnswer(404);
    expect(rulesOf(reply)).toContain("auth.foreign-record");
  });

  it("404 for another Firm's record, byte for byte as for one that does not exist (7)", async () => {
    const world = await newWorld();
    const key = await permittedKey(world, operation);
    const foreign = await sendTo(world, operation, { key, whose: "foreign" });
    const unknown = await sendTo(world, operation, { key, whose: "unknown" });
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    expect(shownHeaders(foreign.headers)).toEqual(shownHeaders(unknown.headers));
  });
});

describe.each(operations.filter(({ permission }) => permission === null))(
  "the refused $method $path",
  (operation) => {
    it("403 for another Firm's record and an unknown one alike (4.2, 5.7)", async () => {
      const world = await newWorld();
      const replies = await Promise.all(
        (["own", "foreign", "unknown"] as const).map((whose) =>
          sendTo(world, operation, { whose }),
        ),
      );
      expect(replies.map(({ status }) => status)).toEqual([403, 403, 403]);
      expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
    });
  },
);

/** The headers of an answer but the request's own id and the time of the server. */
function shownHeaders(headers: Headers): Readonly<Record<string, string>> {
  const own = ["x-sandbox-request-id", "date"];
  return Object.fromEntries([...headers].filter(([name]) => !own.includes(name)));
}
