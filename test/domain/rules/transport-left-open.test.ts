import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { at, column, rulesOf } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";
import { expectStatus } from "./expected-status.ts";
import { expectAssumes, outcome } from "./ruled-answers.ts";

describe("other versions in the path", () => {
  const calls = [`GET /leads/${ids.activeLead}`, "GET /leads", `PATCH /leads/${ids.activeLead}`];

  it.each(["/v2", "/v0", "/v12"])("http.version.other: 404 under %s (9)", async (version) => {
    const refused = await (await newWorld()).api("GET", `${version}/leads`);
    expect(outcome(refused)).toMatch(/^404 /);
    expectAssumes(refused, "http.version.other");
  });

  it.each(["/v2/nonsense", "/v2", "/vX/leads", "/v2/v1/leads"])(
    "uncited http.version.other: does not apply to %s, which answers 404 (9)",
    async (path) => {
      const world = await newWorld({ assumptions: { "http.version.other": "accepted" } });
      const refused = await world.api("GET", path);
      expectStatus(refused, 404);
      expect(rulesOf(refused)).not.toContain("http.version.other");
    },
  );

  it.each(calls)("http.version.other [accepted]: %s works like /v1 (9)", async (call) => {
    const world = await newWorld({ assumptions: { "http.version.other": "accepted" } });
    const [method = "", path = ""] = call.split(" ");
    const sent = method === "PATCH" ? { body: { firstName: "Same" } } : {};
    const first = await world.api(method, `/v1${path}`, sent);
    const other = await world.api(method, `/v2${path}`, sent);
    expect(`${other.status} ${other.text}`).toBe(`200 ${first.text}`);
    expectAssumes(other, "http.version.other");
    const journal = await world.control("GET", "/requests?limit=2");
    const [operation] = column(journal, "operationId");
    expect(column(journal, "operationId")).toEqual([operation, operation]);
  });
});

describe("the header Idempotency-Key", () => {
  const rule = "http.idempotency-key";
  const path = `/v1/firms/${ids.partnerFirm}/leads`;
  const create = (world: World, email: string, key: string): Promise<Reply> =>
    world.api("POST", path, {
      body: { email, firstName: "Ida", lastName: "Ito" },
      headers: { "idempotency-key": key },
    });

  it("http.idempotency-key: has no effect: 201, then 409 for the email (7)", async () => {
    const world = await newWorld();
    const first = await create(world, "ida@example.com", "one");
    expectStatus(first, 201);
    expectAssumes(first, rule);
    expectStatus(await create(world, "other@example.com", "one"), 201);
    expect(
      Object.keys(Object(at(await create(world, "ida@example.com", "one"), "fields"))),
    ).toEqual(["resourceId", "resourceType", "email"]);
  });

  it("http.idempotency-key [409]: 409 NOT_UNIQUE for another POST with the same key, without effect (7)", async () => {
    const world = await newWorld({ assumptions: { [rule]: "409" } });
    expectStatus(await create(world, "no email", "one"), 422);
    expectStatus(await create(world, "ida@example.com", "one"), 201);
    const refused = await create(world, "other@example.com", "one");
    expect(outcome(refused)).toBe("409 Idempotency-Key: NOT_UNIQUE");
    expectAssumes(refused, rule);
    expectStatus(await create(world, "other@example.com", "two"), 201);
  });

  it("http.idempotency-key [409]: comes after 404 and 422, and before another conflict (7)", async () => {
    const world = await newWorld({ assumptions: { [rule]: "409" } });
    expectStatus(await create(world, "ida@example.com", "one"), 201);
    expect(outcome(await create(world, "ida@example.com", "one"))).toBe(
      "409 Idempotency-Key: NOT_UNIQUE",
    );
    expectStatus(await create(world, "no email", "one"), 422);
    const headers = { "idempotency-key": "one" };
    const body = { email: "other@example.com", firstName: "Ida", lastName: "Ito" };
    expectStatus(await world.api("POST", "/v1/firms/Elsewher/leads", { body, headers }), 404);
  });

  it("http.idempotency-key [409]: a request that fails leaves the key to the one behind it (7)", async () => {
    const world = await newWorld({ assumptions: { [rule]: "409" } });
    expectStatus(await create(world, "ida@example.com", "one"), 201);
    const [failed, next, last] = await Promise.all([
      create(world, "ida@example.com", "two"),
      create(world, "other@example.com", "two"),
      create(world, "third@example.com", "two"),
    ]);
    expectStatus(failed, 409);
    expectStatus(next, 201);
    expect(outcome(last)).toBe("409 Idempotency-Key: NOT_UNIQUE");
  });

  it("http.idempotency-key [409]: survives a snapshot and is forgotten by a reset (7)", async () => {
    const world = await newWorld({ assumptions: { [rule]: "409" } });
    await create(world, "ida@example.com", "one");
    await world.control("POST", "/snapshots", { name: "used" });
    await world.control("POST", "/reset");
    expectStatus(await create(world, "ida@example.com", "one"), 201);
    await world.control("POST", "/reset");
    await world.control("POST", "/snapshots/used/restore");
    expectStatus(await create(world, "ida@example.com", "one"), 409);
    expectStatus(await create(world, "other@example.com", "two"), 201);
    expect.hasAssertions();
  });
});
