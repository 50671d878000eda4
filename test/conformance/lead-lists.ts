/** Tests that the three lists of Leads share: pages, order, filter, scope and include (interface 2.5, 4.3). */
import { it } from "vitest";

import { at, text } from "../support/reply.ts";
import type { Reply } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { monday, newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { operationOf, pathOf } from "./cases.ts";

/** Reads a list by the operation with that id. */
export function list(
  world: World,
  id: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  return world.api("GET", `${pathOf(operationOf(id))}?${new URLSearchParams(query).toString()}`);
}

/** The values of one field in all records of the page. */
export function each(reply: Reply, field: string): readonly unknown[] {
  const count = Number(at(reply, "meta.count"));
  return Array.from({ length: count }, (_, index) => at(reply, `data.${index}.${field}`));
}

const email = (number: number): string => `page${String(number).padStart(3, "0")}@example.com`;

/** A world with `count` more Leads in the list, which POST to `parent` creates at the same moment. */
async function worldWith(parent: string, count: number): Promise<World> {
  const world = await newWorld();
  for (let number = 1; number <= count; number += 1) {
    const body = { email: email(number), firstName: `F${number % 2}`, lastName: "Page" };
    // oxlint-disable-next-line no-await-in-loop -- the order of creation is what is tested
    const made = await world.api("POST", `/v1/${parent}/leads`, { body });
    if (made.status !== 201) throw new Error(`No Lead: ${made.status} ${made.text}`);
  }
  return world;
}

const page = JSON.stringify({ lastName: "Page" });

/**
 * Tests of `limit`, `offset` and the envelope of a list (interface 2.5, 4.3, 8). POST to `parent` adds to the list.
 */
export function itPages(id: string, parent: string): void {
  it("200 with 20 Leads and the pagination meta by default (2.5, 8)", async () => {
    const reply = await list(await worldWith(parent, 21), id, { filter: page });
    expect(reply).toAnswer(200);
    expect(at(reply, "meta")).toEqual({ total: 21, count: 20, offset: 0, limit: 20 });
  });

  it("200 with at most 100 Leads on a page (8)", async () => {
    const reply = await list(await worldWith(parent, 101), id, { limit: "100", filter: page });
    expect(at(reply, "meta")).toEqual({ total: 101, count: 100, offset: 0, limit: 100 });
  });

  it("200 with offset skips that many Leads (4.3)", async () => {
    const world = await worldWith(parent, 5);
    const reply = await list(world, id, { limit: "2", offset: "4", filter: page });
    expect(at(reply, "meta")).toEqual({ total: 5, count: 1, offset: 4, limit: 2 });
    expect(each(reply, "email")).toEqual([email(1)]);
  });

  it("200 with an empty page past the last Lead (4.3)", async () => {
    const reply = await list(await worldWith(parent, 2), id, { offset: "50", filter: page });
    expect(reply.json).toEqual({ data: [], meta: { total: 2, count: 0, offset: 50, limit: 20 } });
  });

  it.each([
    ["no order", {}],
    ["an order with ties", { order: '[["firstName","ASC"]]' }],
    ["an order of two terms", { order: '[["updatedAt","DESC"],["firstName","DESC"]]' }],
  ])("200 with pages that show every Lead once, for %s (4.3)", async (_what, order) => {
    const world = await worldWith(parent, 11);
    const query = { limit: "3", filter: page, ...order };
    const pages = await Promise.all(
      ["0", "3", "6", "9"].map((offset) => list(world, id, { ...query, offset })),
    );
    const whole = await list(world, id, { ...query, limit: "100" });
    const paged = pages.flatMap((reply) => each(reply, "id"));
    expect(paged).toEqual(each(whole, "id"));
    expect(new Set(paged).size).toBe(11);
  });
}

/** Tests of `order` and `filter` (interface 4.3). */
export function itOrdersAndFilters(id: string, parent: string): void {
  it("200 with the newest first, also among Leads with the same createdAt (4.3)", async () => {
    const reply = await list(await worldWith(parent, 3), id, { limit: "3" });
    expect(each(reply, "email")).toEqual([email(3), email(2), email(1)]);
    expect(each(reply, "createdAt")).toEqual([monday, monday, monday]);
  });

  it.each([
    ['[["email","ASC"]]', [1, 2, 3, 4]],
    ['[["email","DESC"]]', [4, 3, 2, 1]],
    ['[["firstName","ASC"],["email","ASC"]]', [2, 4, 1, 3]],
    ['[["firstName","DESC"],["email","DESC"]]', [3, 1, 4, 2]],
    ["[]", [4, 3, 2, 1]],
  ])("200 with order=%s (4.3)", async (order, numbers) => {
    const reply = await list(await worldWith(parent, 4), id, { order, filter: page });
    expect(each(reply, "email")).toEqual(numbers.map(email));
  });

  it.each([
    [{ email: email(2) }, [2]],
    [{ lastName: "Page", firstName: "F1" }, [3, 1]],
    [{ lastName: "page" }, []],
    [{ email: { $ne: email(2) }, lastName: "Page" }, [3, 1]],
    [{ email: { $in: [email(1), email(3)] } }, [3, 1]],
    [{ email: { $gt: email(1), $lte: email(2) }, lastName: "Page" }, [2]],
    [{ createdAt: { $gte: monday } }, [3, 2, 1]],
    [{ createdAt: { $lt: monday }, lastName: "Page" }, []],
    [{ referredByReferralCodeId: null, lastName: "Page" }, [3, 2, 1]],
    [{ referredByReferralCodeId: { $ne: null }, lastName: "Page" }, []],
  ])("200 with filter=%j (4.3)", async (filter, numbers) => {
    const reply = await list(await worldWith(parent, 3), id, { filter: JSON.stringify(filter) });
    expect(reply).toAnswer(200);
    expect(each(reply, "email")).toEqual(numbers.map(email));
    expect(at(reply, "meta.total")).toBe(numbers.length);
  });
}

/** Tests of `scope` and `include` with Active, Converted and Archived Leads (interface 2.6, 4.1, 4.3). */
export function itScopesAndIncludes(id: string, parent: string): void {
  const converted = async (): Promise<World> => {
    const world = await newWorld();
    const clientData = { Plans: [{ type: "Buying" }, { type: "Renewal" }] };
    const body = { email: email(1), firstName: "F", lastName: "Page", clientData };
    const made = await world.api("POST", `/v1/${parent}/leads`, { body });
    await world.control("POST", `/leads/${text(made, "data.id")}/convert`);
    return world;
  };

  it.each([
    ["without a scope, which leaves a converted Lead out", {}, 0],
    ["with scope=active, which leaves a converted Lead out", { scope: "active" }, 0],
    ["with scope=withDeleted, which lists a converted Lead", { scope: "withDeleted" }, 1],
  ])("200 %s (2.6, 4.3)", async (_what, scope, total) => {
    const reply = await list(await converted(), id, { filter: page, ...scope });
    expect(at(reply, "meta.total")).toBe(total);
  });

  it("200 with include=Plans and the Plans of each Lead (4.1)", async () => {
    const query = { scope: "withDeleted", filter: page, include: "Plans" };
    const reply = await list(await converted(), id, query);
    expect(at(reply, "data.0.Plans")).toMatchObject([{ type: "Buying" }, { type: "Renewal" }]);
    expect(at(reply, "data.0.Plans.0")).not.toHaveProperty("ClientProfiles");
    expect([at(reply, "data.0.Plans.0.id"), at(reply, "data.0.Plans.1.id")]).toEqual(
      at(reply, "data.0.plan_ids"),
    );
  });

  it("200 with include=Plans.ClientProfiles and the profiles nested in each Plan (4.1)", async () => {
    const query = { scope: "withDeleted", filter: page, include: "Plans.ClientProfiles" };
    const reply = await list(await converted(), id, query);
    expect(at(reply, "data.0.Plans.1.ClientProfiles")).toMatchObject([{ email: email(1) }]);
  });

  it("200 with include=Plans and an empty array on each Lead without Plans (4.1)", async () => {
    const reply = await list(await worldWith(parent, 2), id, { include: "Plans", filter: page });
    expect(each(reply, "Plans")).toEqual([[], []]);
  });
}
