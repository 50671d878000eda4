import { describe, expect, it } from "vitest";

import { text } from "../../../support/reply.ts";
import { newWorld } from "../../../support/world.ts";

const from1To1000 = "Expected an integer from 1 to 1000";

describe("the message about a query parameter", () => {
  it.each([
    { query: "limit=0", message: `limit: ${from1To1000}, got 0.` },
    { query: "limit=-1", message: `limit: ${from1To1000}, got -1.` },
    { query: "limit=1001", message: `limit: ${from1To1000}, got 1001.` },
    { query: "limit=1.5", message: `limit: ${from1To1000}, got "1.5".` },
    { query: "limit=ten", message: `limit: ${from1To1000}, got "ten".` },
    { query: "limit=", message: `limit: ${from1To1000}, got "".` },
    { query: "offset=-1", message: "offset: Expected an integer, 0 or more, got -1." },
    { query: `path=/${"a".repeat(200)}`, message: "path: Too big: expected string to have <=200" },
    { query: `path=${"/**a".repeat(11)}`, message: "path: Expected at most 10 wildcards" },
    { query: "statuss=1", message: "statuss: Unknown. Allowed: method, path, status," },
  ])("names the allowed values and the received one: $query", async ({ query, message }) => {
    const world = await newWorld();
    const refused = await world.control("GET", `/requests?${query}`);
    expect(refused.status).toBe(422);
    expect(text(refused, "message")).toContain(`Invalid query: ${message}`);
  });

  it("lists the parameters of a wait", async () => {
    const world = await newWorld();
    const refused = await world.control("GET", "/requests/wait?timeoutMs=-1&count=0");
    const message = text(refused, "message");
    expect(message).toContain("timeoutMs: Expected an integer, 0 or more, got -1.");
    expect(message).toContain("count: Expected an integer from 1 to 1000, got 0.");
  });

  it("does not repeat a value that could be a key", async () => {
    const world = await newWorld();
    const refused = await world.control("GET", `/requests?limit=${world.keys.partner}`);
    expect(text(refused, "message")).toContain(from1To1000);
    expect(refused.text).not.toContain(world.keys.partner);
  });
});

describe("the reason for a rejected query of the emulated API", () => {
  it.each([
    { query: "limit=0", reason: 'limit: Expected an integer from 1 to 100, got "0"' },
    { query: "limit=101", reason: 'limit: Expected an integer from 1 to 100, got "101"' },
    { query: "offset=-1", reason: 'offset: Expected an integer, 0 or more, got "-1"' },
    { query: "scope=all", reason: 'scope: Expected withDeleted or active, got "all"' },
    { query: "include=Firm", reason: 'Plans.ClientProfiles, got "Firm"' },
  ])("names the allowed values and the received one: $query", async ({ query, reason }) => {
    const world = await newWorld();
    const refused = await world.api("GET", `/v1/leads?${query}`);
    expect(refused.headers.get("x-sandbox-reason")).toContain(reason);
  });
});

describe("the message about a duration", () => {
  it.each([
    { by: "P1M", says: "for minutes write PT1M, for months write days, such as P30D" },
    { by: "P3M2D", says: "for minutes write PT3M, for months write days, such as P90D" },
    { by: "P1Y", says: "A year has no fixed length: write days, such as P365D" },
    { by: "P1Y2M", says: "for minutes write PT2M" },
    { by: "1h", says: "Expected a duration of fixed length such as PT1H, PT30M or P2D" },
    { by: "PT", says: "or milliseconds" },
    { by: 1.5, says: "or milliseconds" },
  ])("suggests a valid value for $by", async ({ by, says }) => {
    const world = await newWorld();
    const advanced = await world.control("POST", "/clock/advance", { by });
    expect(advanced.status).toBe(422);
    expect(text(advanced, "message")).toContain("by: ");
    expect(text(advanced, "message")).toContain(says);
    expect(text(advanced, "message")).toContain(`got ${JSON.stringify(by)}`);
    const used = `/quotas/${world.keyIds.partner}/use`;
    expect(text(await world.control("POST", used, { count: 1, over: by }), "message")).toContain(
      says,
    );
  });
});

describe("the message about a time", () => {
  it.each(["2027-03-02", "2027-03-02T09:00", "2027-03-02T09:00:00", "2027-03-02T09:00Z"])(
    "states that an offset and seconds are required, and milliseconds are optional: %s",
    async (to) => {
      const world = await newWorld();
      const refused = await world.control("POST", "/clock/advance", { to });
      expect(text(refused, "message")).toBe(
        "Invalid body: to: Expected a moment in ISO 8601 with seconds and an offset, such as " +
          `2026-03-02T09:00:00Z or 2026-03-02T09:00:00.000Z, got "${to}".`,
      );
    },
  );

  it("explains a space in a query, which an unencoded plus becomes", async () => {
    const refused = await (
      await newWorld()
    ).control("GET", "/requests?since=2027-03-02T09:00:00+01:00");
    expect(text(refused, "hint")).toContain("Send + as %2B");
  });

  it("accepts a time without milliseconds", async () => {
    const world = await newWorld();
    const to = "2027-03-02T09:00:00Z";
    expect((await world.control("POST", "/clock/advance", { to })).status).toBe(200);
  });
});

function uuid(version: string): string {
  return `11111111-1111-${version}111-8111-111111111111`;
}

describe("the reason of a 401", () => {
  const unknownKey = "99999999-9999-4999-8999-999999999999";

  it.each<readonly [name: string, headers: Readonly<Record<string, string>>, says: string]>([
    ["no header", {}, "Send the API key in X-API-Key"],
    ["an empty one", { "x-api-key": "" }, "X-API-Key header is empty"],
    [
      "the key in Authorization",
      { authorization: `Bearer ${uuid("4")}` },
      "It has authorization, which is not read. Send the API key in X-API-Key",
    ],
    ["a UUID of version 7", { "x-api-key": uuid("7") }, "A UUID of version 7"],
    ["a key that is not a UUID", { "x-api-key": "abc" }, "Not a UUID, 3 characters"],
    ["a key in quotes", { "x-api-key": `"${uuid("4")}"` }, "without quotes"],
    ["a scheme", { "x-api-key": `Bearer ${uuid("4")}` }, "the key alone"],
    ["an unknown key", { "x-api-key": unknownKey }, "GET /_sandbox/api-keys"],
  ])("auth.missing, auth.invalid: names the next step for %s", async (_name, headers, says) => {
    const world = await newWorld();
    const refused = await world.api("GET", "/v1/leads", { key: null, headers });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("x-sandbox-reason")).toContain(says);
  });

  it("is the same for a key of a fixture", async () => {
    const world = await newWorld();
    const firms = [{ id: "Firm0001", name: "One", firmType: "Partner" }];
    const key = { id: "Key1", firmId: "Firm0001", roleType: "Partner", environment: "sandbox" };
    const apiKeys = [{ ...key, key: uuid("1") }];
    const refused = await world.control("PUT", "/state", { firms, apiKeys });
    expect(text(refused, "message")).toContain(
      "apiKeys.0.key: A UUID of version 1: a key is a UUID of version 4",
    );
  });
});
