import { describe, expect, it } from "vitest";

import { otherKeyHeaders } from "../../../../src/domain/hiding/secret-headers.ts";
import { at, text } from "../../../support/reply.ts";
import { newWorld } from "../../../support/world.ts";
import { everyTelling, ofFirm, places, traces } from "./redaction.ts";

/** A version 4 UUID that is not a key. */
const stranger = "9f8e7d6c-5b4a-4938-8271-605f4e3d2c1b";

describe("requests in the control API", () => {
  it.each(places)("contain no key of the workspace: $place (5.8)", async ({ send }) => {
    const world = await newWorld();
    const secret = world.keys["partner-production"];
    const expected = await everyTelling(world, await send(world, secret));
    expect(traces(expected, secret)).toEqual([]);
    expect(expected).toContain(`${secret.slice(0, 4)}…redacted`);
  });

  it.each(places)("contain no key of another workspace: $place (5.8)", async ({ send }) => {
    const world = await newWorld();
    const made = await world.server("POST", "/workspaces", {});
    const secret = text(made, "data.firms.1.apiKeys.1.key");
    const expected = await everyTelling(world, await send(world, secret));
    await world.server("DELETE", `/workspaces/${text(made, "data.id")}`);
    expect(traces(expected, secret)).toEqual([]);
  });

  it.each(places)("contain no key of a dropped workspace: $place (5.8)", async ({ send }) => {
    const world = await newWorld();
    const made = await world.server("POST", "/workspaces", {});
    const secret = text(made, "data.firms.1.apiKeys.1.key");
    await world.server("DELETE", `/workspaces/${text(made, "data.id")}`);
    const expected = await everyTelling(world, await send(world, secret));
    expect(traces(expected, secret)).toEqual([]);
  });

  it.each(places)("contain no key in another case: $place (5.8)", async ({ send }) => {
    const world = await newWorld();
    const secret = world.keys["partner-production"].toUpperCase();
    const expected = await everyTelling(world, await send(world, secret));
    expect(traces(expected, secret)).toEqual([]);
  });

  it.each(["X-API-Key", ...otherKeyHeaders])(
    "contain no key of another service: the header %s",
    async (name) => {
      const world = await newWorld();
      await world.api("GET", "/v1/leads", { key: null, headers: { [name]: stranger } });
      const told = (await world.server("GET", "/requests")).text;
      expect(told).toContain(`${stranger.slice(0, 4)}…redacted`);
      expect(traces(told, stranger)).toEqual([]);
    },
  );

  it.each(places)("contain an unrelated UUID unchanged: $place", async ({ send }) => {
    const world = await newWorld();
    const expected = await everyTelling(world, await send(world, stranger));
    expect(expected).toContain(stranger);
    expect(expected).not.toContain(`${stranger.slice(0, 4)}…redacted`);
  });

  it.each([1, 18, 35])(
    "contain no part of a key where the journal truncates a body, %i characters into it (5.8)",
    async (characters) => {
      const world = await newWorld();
      const secret = world.keys["partner-production"];
      const rawBody = "x".repeat(16_384 - characters) + secret;
      const headers = { "content-type": "application/json" };
      const reply = await world.api("POST", ofFirm, { rawBody, headers });
      const expected = await everyTelling(world, reply);
      expect(expected).toContain(`${"x".repeat(16_384 - characters)}…`);
    },
  );

  it("contain no revoked key (5.8)", async () => {
    const world = await newWorld();
    const secret = world.keys["partner-production"];
    await world.control("DELETE", `/api-keys/${world.keyIds["partner-production"]}`);
    const expected = await everyTelling(world, await world.api("GET", `/v1/leads/${secret}`));
    expect(traces(expected, secret)).toEqual([]);
  });

  it("contain only the start of each of two adjacent keys", async () => {
    const world = await newWorld();
    const secrets = [world.keys.realtor, world.keys.partner];
    const expected = await everyTelling(world, await world.api("GET", `/v1/${secrets.join("")}`));
    expect(secrets.flatMap((secret) => traces(expected, secret))).toEqual([]);
  });
});

describe("the header of a request", () => {
  it.each([
    { name: "x-api-key", value: stranger, shown: "9f8e…redacted" },
    { name: "X-Api-Key", value: "short", shown: "…redacted" },
    { name: "Authorization", value: "Bearer abcdefgh", shown: "Bear…redacted" },
    { name: "Cookie", value: "session=secret", shown: "sess…redacted" },
    { name: "Proxy-Authorization", value: "Basic abcdefgh", shown: "Basi…redacted" },
    { name: "X-Other", value: "as it was", shown: "as it was" },
  ])("is reported as $shown: $name", async ({ name, value, shown }) => {
    const world = await newWorld();
    const reply = await world.api("GET", "/v1/leads", { key: null, headers: { [name]: value } });
    const id = reply.headers.get("x-sandbox-request-id") ?? "";
    const entry = await world.server("GET", `/requests/${id}`);
    expect(at(entry, `data.request.headers.${name.toLowerCase()}`)).toBe(shown);
  });

  it("is in the HAR without the key in any form", async () => {
    const world = await newWorld();
    const secret = world.keys.partner;
    await world.api("GET", "/v1/leads", { headers: { authorization: `Bearer ${secret}` } });
    const har = await world.control("GET", "/requests.har");
    expect(traces(har.text, secret)).toEqual([]);
    expect(har.text).toContain(`{"name":"x-api-key","value":"${secret.slice(0, 4)}…redacted"}`);
  });
});

describe("a wait that timed out", () => {
  it("contains no key in its summary", async () => {
    const world = await newWorld();
    const secret = world.keys["partner-production"];
    await world.api("GET", `/nope/${secret}`);
    const reply = await world.control("GET", "/requests/wait?count=2&timeoutMs=0");
    expect(reply.status).toBe(404);
    expect(traces(reply.text, secret)).toEqual([]);
    expect(text(reply, "hint")).toContain(`GET /nope/${secret.slice(0, 4)}…redacted 404`);
  });
});
