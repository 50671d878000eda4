import { describe, expect, it } from "vitest";

import { column } from "../../../support/reply.ts";
import { newWorld } from "../../../support/world.ts";
import { partnerKey } from "../opened.ts";

const { key } = partnerKey;

describe("GET W/requests?search", () => {
  it.each([
    ["a part of the path", "nosuch00"],
    ["the query", "limit=7&offset"],
    ["a header's name and value", "x-test: Harbour"],
    ["a field of the body", "SOUGHT@example.com"],
    ["two words, wherever they are", "sought harbour"],
    ["a code of the answer", "unsupported"],
    ["the reason of the refusal", "and 2 more"],
    ["the id of a rule", "lead.unknown-field"],
  ])("finds requests by %s", async (_what, search) => {
    const world = await newWorld();
    await world.api("GET", "/v1/firms");
    const rawBody = JSON.stringify({ email: "sought@example.com", nope: 1 });
    const headers = { "content-type": "application/json", "x-test": "Harbour" };
    await world.api("POST", "/v1/firms/Harb0rPt/leads?limit=7&offset=NoSuch00", {
      rawBody,
      headers,
    });
    const found = await world.control("GET", `/requests?search=${encodeURIComponent(search)}`);
    expect(column(found, "method")).toEqual(["POST"]);
  });

  it("does not find a key", async () => {
    const world = await newWorld();
    await world.api("GET", `/v1/leads?key=${key}`);
    expect(column(await world.control("GET", `/requests?search=${key}`), "id")).toEqual([]);
    expect(column(await world.control("GET", "/requests?search=leads"), "id")).toHaveLength(1);
  });
});
