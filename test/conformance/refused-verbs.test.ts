/** The operations of the generic pattern that every key gets a 403 for (4.2, 5.7; rule auth.permissions). */
import { describe, it } from "vitest";

import { newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { issueKey, operations, sendTo } from "./cases.ts";
import { describeRefusals } from "./refusals.ts";

const everyPermission = [
  ...new Set(operations.flatMap(({ permission }) => (permission === null ? [] : [permission]))),
];
const lists = operations.filter(({ id }) => /^get-\w+s$/.test(id) && id !== "get-clientProfiles");

describe.each(operations.filter(({ permission }) => permission === null))(
  "$method $path",
  (operation) => {
    describeRefusals(operation.id, {
      403: () => {
        it("403 for a key with every permission (4.2, 5.7)", async () => {
          const world = await newWorld();
          const { key } = await issueKey(world, { permissions: everyPermission });
          expect(await sendTo(world, operation, { key })).toRefuse(403, "auth.permissions");
        });

        it("403 changes nothing (1.5)", async () => {
          const world = await newWorld();
          const before = await Promise.all(lists.map((list) => sendTo(world, list)));
          await sendTo(world, operation);
          const after = await Promise.all(lists.map((list) => sendTo(world, list)));
          expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
        });

        it("403 for another Firm's record and for an unknown one (4.2, 5.7)", async () => {
          const world = await newWorld();
          const replies = await Promise.all(
            (["own", "foreign", "unknown"] as const).map((whose) =>
              sendTo(world, operation, { whose }),
            ),
          );
          for (const reply of replies) expect(reply).toRefuse(403, "auth.permissions");
          expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
        });
      },
    });
  },
);
