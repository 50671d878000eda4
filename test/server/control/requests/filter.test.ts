import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { seeded } from "../../../property/seeded.ts";
import type { Reply } from "../../../support/reply.ts";
import { at, column, text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";

const person = { email: "fay.filter@example.com", firstName: "Fay", lastName: "Frost" };

/** A journal of many kinds of requests over several hours. */
async function newJournaledWorld(): Promise<World> {
  const world = await newWorld();
  const realtor = { key: world.keys.realtor, surface: "realtor" } as const;
  for (const [method, path, call] of [
    ["GET", "/v1/leads", {}],
    ["HEAD", "/v1/leads", {}],
    ["GET", "/leads", realtor],
    ["GET", `/v1/leads/${ids.activeLead}`, {}],
    ["GET", `/leads/${ids.activeLead}`, realtor],
    ["POST", `/v1/firms/${ids.partnerFirm}/leads`, { body: person }],
    ["POST", `/v1/firms/${ids.partnerFirm}/leads`, { body: person }],
    ["POST", `/v1/firms/${ids.realtyFirm}/leads`, { ...realtor, body: { email: 1 } }],
    ["PATCH", `/v1/leads/${ids.activeLead}`, { body: { firstName: "Faye" } }],
    ["DELETE", `/v1/leads/${ids.activeLead}`, {}],
    ["DELETE", "/v1/leads/a.b+c", {}],
    ["GET", "/v1/firms/a%2Fb/leads", {}],
    ["PUT", "/nope", {}],
    ["GET", "/v1/leads?limit=1", {}],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- a history has an order
    await world.api(method, path, call);
    // oxlint-disable-next-line no-await-in-loop -- sequential, as above
    await world.control("POST", "/clock/advance", { by: "PT30M" });
  }
  return world;
}

/** The method and path of each match in that journal. */
async function foundBy(query: string): Promise<readonly string[]> {
  const world = await newJournaledWorld();
  const list = await world.control("GET", `/requests${query}`);
  return column(list, "method").map(
    (method, n) => `${String(method)} ${text(list, `data.${n}.path`)}`,
  );
}

function value(entry: unknown, name: string): string {
  return String(Reflect.get(Object(entry), name));
}

/** The ids of the entries with these values, by a plain comparison. */
function matching(list: Reply, wanted: Readonly<Record<string, string | undefined>>) {
  const { method, path, status, operationId, apiKeyId, since } = wanted;
  const data: unknown = at(list, "data");
  const entries: readonly unknown[] = Array.isArray(data) ? data : [];
  return entries
    .filter(
      (entry) =>
        (method === undefined || value(entry, "method") === method) &&
        (path === undefined || value(entry, "path") === path) &&
        (status === undefined || value(entry, "status") === status) &&
        (operationId === undefined || value(entry, "operationId") === operationId) &&
        (apiKeyId === undefined || value(entry, "apiKeyId") === apiKeyId) &&
        (since === undefined || value(entry, "at") >= since),
    )
    .map((entry) => value(entry, "id"));
}

describe("GET requests with filters", () => {
  it("200 with the requests that match all of them, and count agrees", async () => {
    const world = await newJournaledWorld();
    const all = await world.control("GET", "/requests");
    const some = (name: string) => fc.constantFrom(...column(all, name).map(String));
    const filters = fc.record(
      {
        method: some("method"),
        path: some("path").filter((path) => !path.startsWith("/leads")),
        status: some("status"),
        operationId: some("operationId").filter((id) => id !== "null"),
        apiKeyId: some("apiKeyId"),
        since: some("at"),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const query = new URLSearchParams(filter).toString();
        const list = await world.control("GET", `/requests?${query}`);
        expect(column(list, "id")).toEqual(matching(all, filter));
        const count = await world.control("GET", `/requests/count?${query}`);
        expect(at(count, "data.count")).toBe(at(list, "meta.total"));
      }),
      seeded(200),
    );
  });
});

describe("GET requests by a single filter", () => {
  it("200 for a path without the version, and for a pattern with a method in any case", async () => {
    const lists = ["GET /v1/leads", "GET /leads", "HEAD /v1/leads", "GET /v1/leads"];
    expect(await foundBy("?path=/leads")).toEqual(lists);
    const deleted = ["DELETE /v1/leads/a.b+c", `DELETE /v1/leads/${ids.activeLead}`];
    expect(await foundBy("?path=/leads/*&method=delete")).toEqual(deleted);
  });

  it("200 with none for no path, and for status 0, which no request here has", async () => {
    expect(await foundBy("?path=")).toEqual([]);
    expect(await foundBy("?status=0")).toEqual([]);
  });

  it.each([
    { since: "2026-03-02T15:30:00.000Z", count: 1 },
    { since: "2026-03-02T15:30:00.001Z", count: 0 },
    { since: "2026-03-02T17:30:00+02:00", count: 1 },
  ])("200 for since, which includes its own time: $since", async ({ since, count }) => {
    expect((await foundBy(`?since=${encodeURIComponent(since)}`)).length).toBe(count);
  });
});

describe("GET requests by pages", () => {
  it.each([5, 14, 1_000])("200 with pages of %i that contain every request once", async (limit) => {
    const world = await newJournaledWorld();
    const whole = column(await world.control("GET", "/requests"), "id");
    const offsets = Array.from({ length: Math.ceil(14 / limit) + 1 }, (_, page) => page * limit);
    const pages = await Promise.all(
      offsets.map((offset) => world.control("GET", `/requests?limit=${limit}&offset=${offset}`)),
    );
    expect(pages.flatMap((page) => column(page, "id"))).toEqual(whole);
    expect(pages.map((page) => at(page, "meta"))).toEqual(
      offsets.map((offset) => {
        const count = Math.max(0, Math.min(limit, 14 - offset));
        return { total: 14, count, offset, limit };
      }),
    );
  });

  it.each([
    "limit=1001",
    "offset=-1",
    "status=2e2",
    "since=2026-03-02",
    "operationID=get-leads",
    "method=GET&method=POST",
  ])("422 for %s, also in count and wait", async (query) => {
    const world = await newWorld();
    const statuses = ["", "/count", "/wait"].map(
      async (path) => (await world.control("GET", `/requests${path}?${query}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([422, 422, 422]);
  });
});
