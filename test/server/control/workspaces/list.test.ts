import { describe, expect, it } from "vitest";

import { newSandboxClient } from "../../../../src/index.ts";
import { at, column } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import type { Opened } from "../opened.ts";
import { opened, servedOn } from "../opened.ts";

/** Creates `count` workspaces in addition to the default one. */
async function withOthers<One extends Opened>(open: One, count: number): Promise<One> {
  for (let number = 1; number <= count; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await open.control("POST", "/workspaces", { id: `w${number}` });
  }
  return open;
}

// The sandbox must have no other workspaces.
describe.skipIf(isRemote)("GET workspaces", () => {
  it.each([
    { query: "", offset: 0, limit: 100, count: 100, first: "default" },
    { query: "?limit=2", offset: 0, limit: 2, count: 2, first: "default" },
    { query: "?limit=2&offset=1", offset: 1, limit: 2, count: 2, first: "w1" },
    { query: "?offset=149", offset: 149, limit: 100, count: 2, first: "w149" },
    { query: "?offset=151", offset: 151, limit: 100, count: 0, first: undefined },
    { query: "?limit=1000", offset: 0, limit: 1_000, count: 151, first: "default" },
  ])("200 with a page of them: workspaces$query", async ({ query, first, ...meta }) => {
    const { control } = await withOthers(await opened(), 150);
    const list = await control("GET", `/workspaces${query}`);
    expect(at(list, "meta")).toEqual({ total: 151, ...meta });
    expect(column(list, "id").length).toBe(meta.count);
    expect(column(list, "id")[0]).toBe(first);
  });

  it.each(["limit=0", "limit=1001", "limit=x", "offset=-1", "page=2"])(
    "422 for %s",
    async (query) => {
      const { control } = await opened();
      expect((await control("GET", `/workspaces?${query}`)).status).toBe(422);
    },
  );
});

describe.skipIf(isRemote)("the workspaces of a served sandbox", () => {
  it("are paged by the typed client", async () => {
    const { url } = await withOthers(await servedOn(), 3);
    const { data, meta } = await newSandboxClient({ url }).workspaces.list({ limit: 2, offset: 2 });
    expect(data.map(({ id }) => id)).toEqual(["w2", "w3"]);
    expect(meta.total).toBe(4);
  });
});
