import { describe, expect, it } from "vitest";

import { at, column } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import { opened } from "../opened.ts";

// The sandbox must have no other workspaces.
describe.skipIf(isRemote)("GET workspaces", () => {
  it.each([
    { query: "", offset: 0, limit: 100, count: 100, first: "default" },
    { query: "?limit=2&offset=1", offset: 1, limit: 2, count: 2, first: "w1" },
    { query: "?offset=101", offset: 101, limit: 100, count: 0, first: undefined },
    { query: "?limit=1000", offset: 0, limit: 1_000, count: 101, first: "default" },
  ])("200 with a page of them: workspaces$query", async ({ query, first, ...meta }) => {
    const { control } = await opened();
    for (let number = 1; number <= 100; number += 1) {
      // oxlint-disable-next-line no-await-in-loop -- in this order
      await control("POST", "/workspaces", { id: `w${number}` });
    }
    const list = await control("GET", `/workspaces${query}`);
    expect(at(list, "meta")).toEqual({ total: 101, ...meta });
    expect(column(list, "id").length).toBe(meta.count);
    expect(column(list, "id")[0]).toBe(first);
  });
});
