import { describe, expect, it } from "vitest";

import { controlOperations } from "../../../../src/server/control/calls/operations.ts";
import { at } from "../../../support/reply.ts";
import { newFilledWorld, sendRaw } from "../paths.ts";

const bodies = [
  { name: "malformed JSON", body: '{"to":', type: "application/json" },
  { name: "an array", body: "[]", type: "application/json" },
  { name: "text/plain", body: "{}", type: "text/plain" },
  { name: "a form", body: "to=a", type: "application/x-www-form-urlencoded" },
  { name: "an unknown key", body: '{"nonsense":1}', type: "application/json" },
  { name: "__proto__ as key", body: '{"__proto__":{"to":"a"}}', type: "application/json" },
  { name: "nested 10 000 deep", body: deep(10_000), type: "application/json" },
];

const queries = [
  { name: "an unknown key", query: "?nonsense=1" },
  { name: "__proto__ as key", query: "?__proto__=1" },
  { name: "a key twice", query: "?limit=1&limit=1" },
];

/** fetch cannot send a GET with a body. */
const withBody = controlOperations.filter(({ method }) => method !== "GET");

describe("422 and no effect for an unreadable body", () => {
  it.each(withBody)("$id", async (operation) => {
    const { world, pathOf, everything } = await newFilledWorld();
    const before = await everything();
    for (const { name, body, type } of bodies) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const reply = await sendRaw(world, operation.method, pathOf(operation), body, type);
      expect(`${reply.status} for ${name}: ${reply.text}`).toMatch(/^422 /);
      expect(reply.json).toMatchObject({
        message: expect.any(String),
        fields: expect.any(Object),
      });
    }
    expect(await everything()).toBe(before);
  });
});

describe("422 and no effect for an unreadable query", () => {
  it.each(controlOperations)("$id", async (operation) => {
    const { world, pathOf, everything } = await newFilledWorld();
    const before = await everything();
    for (const { name, query } of queries) {
      const path = pathOf(operation) + query;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const reply = await world.api(operation.method, path, { key: null });
      expect(`${reply.status} for ${name}: ${reply.text}`).toMatch(/^422 /);
      expect(at(reply, "message")).toEqual(expect.any(String));
    }
    expect(await everything()).toBe(before);
  });
});

describe("a body that is too large", () => {
  it("413 and no effect above 64 MiB", async () => {
    const { world, everything } = await newFilledWorld();
    const before = await everything();
    const path = `/_sandbox/workspaces/${world.id}/reset`;
    const reply = await sendRaw(world, "POST", path, " ".repeat(64 * 1024 * 1024 + 1));
    expect(`${reply.status} ${reply.text}`).toMatch(/^413 /);
    expect(await everything()).toBe(before);
  });
});

function deep(levels: number): string {
  return `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;
}
