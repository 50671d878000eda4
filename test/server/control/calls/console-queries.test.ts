/** What the console asks of the control API beyond what tests ask: sorted Leads, words in mail, a quota by minute. */
import { gunzipSync } from "node:zlib";

import { describe, expect, it } from "vitest";

import { at, column } from "../../../support/reply.ts";
import { newSandbox } from "../../../support/sandbox.ts";
import { newWorld } from "../../../support/world.ts";

const lead = { firstName: "Maya", lastName: "Lindqvist" };

async function withLeads(...names: readonly string[]) {
  const world = await newWorld();
  // oxlint-disable-next-line no-await-in-loop -- in this order
  for (const name of names) await world.createLead({ ...lead, email: emailOf(name) });
  return world;
}

function emailOf(name: string): string {
  return `${name}@example.com`;
}

describe("GET leads", () => {
  it("is sorted by a field, in either order, over all pages", async () => {
    const world = await withLeads("b", "c", "a");
    const emails = async (query: string) =>
      column(await world.control("GET", `/leads?search=Lindqvist&${query}`), "email");
    expect(await emails("sort=email&order=asc")).toEqual(["a", "b", "c"].map(emailOf));
    expect(await emails("sort=email")).toEqual(["c", "b", "a"].map(emailOf));
    expect(await emails("sort=email&order=asc&limit=1&offset=1")).toEqual([emailOf("b")]);
    expect(await emails("")).toEqual(["a", "c", "b"].map(emailOf));
    expect((await world.control("GET", "/leads?sort=phone")).status).toBe(422);
  });
});

describe("GET emails", () => {
  it("contain every word of a search in recipients, subject or text, in any case", async () => {
    const world = await withLeads("one", "two");
    const found = async (search: string) =>
      column(await world.control("GET", `/emails?search=${encodeURIComponent(search)}`), "to.0");
    expect(await found("MAYA")).toEqual(["two@example.com", "one@example.com"]);
    expect(await found("one@ sign maya")).toEqual(["one@example.com"]);
    expect(await found("one@ two@")).toEqual([]);
    expect(await found("%_'\"")).toEqual([]);
    const kind = await world.control("GET", "/emails?search=maya&kind=converted");
    expect(at(kind, "meta.total")).toBe(0);
  });
});

describe("GET quotas with byMinute", () => {
  it("count what the hour counts, oldest first, also after use without requests", async () => {
    const world = await newWorld({ quotaPerHour: 100 });
    await world.control("POST", `/quotas/${world.keyIds.partner}/use`, { count: 3 });
    await world.control("POST", "/clock/advance", { by: "PT2M" });
    await world.control("POST", `/quotas/${world.keyIds.partner}/use`, { count: 2 });
    const quotas = await world.control("GET", "/quotas?byMinute=true");
    const minutes = at(quotas, "data.0.usedByMinute");
    expect(minutes).toEqual([...Array.from({ length: 57 }, () => 0), 3, 0, 2]);
    expect(at(quotas, "data.0.usedLastHour")).toBe(5);
    const plain = await world.control("GET", "/quotas");
    expect(at(plain, "data.0.usedByMinute")).toBeUndefined();
  });
});

describe("the page of the console", () => {
  it.each([
    ["gzip, deflate, br", true],
    ["br;q=1, GZIP;q=0.5", true],
    ["*", true],
    ["gzip;q=0, *", false],
    ["deflate", false],
    ["", false],
  ])("travels compressed for accept-encoding %j: %s", async (accepted, isCompressed) => {
    const sandbox = newSandbox();
    const headers = { "accept-encoding": accepted };
    const page = await sandbox.fetch(new Request("http://127.0.0.1/_sandbox/", { headers }));
    const bytes = Buffer.from(await page.arrayBuffer());
    expect(page.headers.get("content-encoding")).toBe(isCompressed ? "gzip" : null);
    expect(page.headers.get("vary")).toBe("accept-encoding");
    expect(String(isCompressed ? gunzipSync(bytes) : bytes)).toContain("<title>lead-sandbox");
  });
});
