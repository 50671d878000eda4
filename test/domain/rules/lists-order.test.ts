import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { column } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { newWorld } from "../../support/world.ts";
import { expectAssumes, expectCites, outcome } from "./ruled-answers.ts";

describe("the order of a list", () => {
  it("uncited list.order: is createdAt descending by default (4.3)", async () => {
    const page = await list(await newWorld(), null);
    expect(column(page, "createdAt")).toEqual([
      "2026-01-10T09:00:00.000Z",
      "2026-01-07T09:00:00.000Z",
      "2026-01-06T09:00:00.000Z",
    ]);
  });

  it.each([
    { name: "ASC", order: [["email", "ASC"]], first: ["ada", "ben", "finn"] },
    { name: "DESC", order: [["email", "DESC"]], first: ["finn", "ben", "ada"] },
    {
      name: "several pairs",
      order: [
        ["resourceType", "DESC"],
        ["firstName", "DESC"],
      ],
      first: ["finn", "ben", "ada"],
    },
    {
      name: "several pairs in other directions",
      order: [
        ["resourceType", "ASC"],
        ["firstName", "DESC"],
      ],
      first: ["ben", "ada", "finn"],
    },
    { name: "a timestamp", order: [["createdAt", "ASC"]], first: ["ada", "ben", "finn"] },
  ])("list.order: follows a JSON array of pairs, $name (4.3)", async ({ order, first }) => {
    const page = await list(await newWorld(), JSON.stringify(order));
    expect(outcome(page)).toBe("200");
    expect(names(page)).toEqual(first);
    expectCites(page, "list.order");
  });

  it("list.order: breaks ties by creation, newest first, and pages never overlap (4.3)", async () => {
    const world = await newWorld();
    const made = [await world.createLead(), await world.createLead(), await world.createLead()];
    const order = encodeURIComponent(JSON.stringify([["firstName", "ASC"]]));
    const filter = encodeURIComponent(JSON.stringify({ firstName: "Lena" }));
    const pages = await Promise.all(
      [0, 1, 2].map((offset) =>
        world.api("GET", `/v1/leads?order=${order}&filter=${filter}&limit=1&offset=${offset}`),
      ),
    );
    expect(pages.flatMap((page) => column(page, "id"))).toEqual(made.toReversed());
  });

  const faulty = [
    { name: "invalid JSON", order: "createdAt" },
    { name: "a JSON object", order: '{"email":"ASC"}' },
    { name: "a flat pair", order: '["email","ASC"]' },
    { name: "an unknown field", order: '[["shoeSize","ASC"]]' },
    { name: "a field without an order", order: '[["clientData","ASC"]]' },
    { name: "an unknown direction", order: '[["email","UP"]]' },
    { name: "a direction in lower case", order: '[["email","asc"]]' },
    { name: "a field without direction", order: '[["email"]]' },
    { name: "an empty text", order: "" },
  ];

  it.each(faulty)("list.order: 422 INVALID for $name (4.3)", async ({ order }) => {
    const refused = await list(await newWorld(), order);
    expect(outcome(refused)).toBe("422 order: INVALID");
    expectAssumes(refused, "list.order");
  });

  it.each(faulty)(
    "list.order [ignored]: is the default order for $name (4.3)",
    async ({ order }) => {
      const world = await newWorld({ assumptions: { "list.order": "ignored" } });
      const page = await list(world, order);
      expect(outcome(page)).toBe("200");
      expect(names(page)).toEqual(["finn", "ben", "ada"]);
      expectAssumes(page, "list.order");
    },
  );
});

describe("an order in single quotes", () => {
  const quoted = "[['email','ASC']]";

  it("list.order.quotes: 422 INVALID, because it is not JSON (4.3)", async () => {
    const refused = await list(await newWorld(), quoted);
    expect(outcome(refused)).toBe("422 order: INVALID");
    expectAssumes(refused, "list.order.quotes");
  });

  it("list.order.quotes [accepted]: is parsed as if the quotes were double (4.3)", async () => {
    const world = await newWorld({ assumptions: { "list.order.quotes": "accepted" } });
    const page = await list(world, quoted);
    expect(outcome(page)).toBe("200");
    expect(names(page)).toEqual(["ada", "ben", "finn"]);
    expectAssumes(page, "list.order.quotes");
  });

  it("list.order.quotes [accepted]: 422 INVALID for an invalid order in single quotes (4.3)", async () => {
    const world = await newWorld({ assumptions: { "list.order.quotes": "accepted" } });
    const refused = await list(world, "[['email','UP']]");
    expect(outcome(refused)).toBe("422 order: INVALID");
  });
});

function list(world: World, order: string | null): Promise<Reply> {
  const query = order === null ? "" : `?order=${encodeURIComponent(order)}`;
  return world.api("GET", `/v1/leads${query}`);
}

/** The emails of a page up to the first dot. */
function names(page: Reply): readonly string[] {
  return column(page, "email").map((email) => String(email).split(".")[0] ?? "");
}
