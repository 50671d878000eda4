import { describe, it } from "vitest";

import { newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { issueKey, operations, sendTo } from "./cases.ts";
import { describeRefusals } from "./refusals.ts";

const everyPermission = [
  ...new Set(operations.flatMap(({ permission }) => (permission === null ? [] : [permission]))),
];

/** The conformance of an operation of the generic pattern that no key may use (4.2, 5.7; rule auth.permissions). */
export function describeRefusedVerb(operationId: string): void {
  const operation = operations.find(
    ({ id, permission }) => id === operationId && permission === null,
  );
  if (operation === undefined) throw new Error(`No refused operation ${operationId}.`);
  describe(`${operation.method} ${operation.path}`, () => {
    describeRefusals(operation.id, {
      403: () => {
        it("403 for a key with every permission that there is (4.2, 5.7)", async () => {
          const world = await newWorld();
          const { key } = await issueKey(world, { permissions: everyPermission });
          expect(await sendTo(world, operation, { key })).toRefuse(403, "auth.permissions");
        });

        it("403 leaves everything as it was (1.5)", async () => {
          const world = await newWorld();
          const readable = operations.filter(
            ({ id }) => /^get-\w+s$/.test(id) && id !== "get-clientProfiles",
          );
          const before = await Promise.all(readable.map((row) => sendTo(world, row)));
          await sendTo(world, operation);
          const after = await Promise.all(readable.map((row) => sendTo(world, row)));
          expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
        });
      },
    });
  });
}
