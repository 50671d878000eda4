/**
 * Records, lists and the clock at calendar boundaries such as leap days, which must not affect them.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { seeded } from "../property/seeded.ts";
import { at, column, text } from "../support/reply.ts";
import { ids } from "../support/world.ts";
import { newLead, newWorkspace, served } from "../world/workspace/served.ts";
import { sized } from "./size.ts";
import { moments, steps } from "./time-moments.ts";

const id = "moments";
const clock = `/workspaces/${id}/clock`;
const leads = `/firms/${ids.partnerFirm}/leads`;
const earliest = Date.parse("0000-01-01T00:00:00.000Z");
const latest = Date.parse("9999-12-31T23:59:59.999Z");

describe("a workspace at a boundary", () => {
  it.each(steps)("%s: lists distinguish Leads created before and after", async (...step) => {
    const [, from, by, to] = step;
    const sandbox = served();
    const key = await newWorkspace(sandbox, { id, now: from, fixture: "empty" });
    const firm = text(await sandbox.control("GET", `/workspaces/${id}`), "data.firms.0.id");
    expect(firm).toBe(ids.partnerFirm);
    const before = await newLead(sandbox, key, "before@example.com");
    const moved = await sandbox.control("POST", `${clock}/advance`, { by });
    expect(at(moved, "data.now")).toBe(to);
    const after = await newLead(sandbox, key, "after@example.com");
    const listed = await sandbox.api(key, "GET", leads);
    expect(column(listed, "createdAt")).toEqual([to, from]);
    expect(column(listed, "id")).toEqual([after, before]);
    const newer = JSON.stringify({ createdAt: { $gt: from } });
    const filtered = await sandbox.api(key, "GET", `${leads}?filter=${encodeURIComponent(newer)}`);
    expect(column(filtered, "id")).toEqual([after]);
    const mails = await sandbox.control("GET", `/workspaces/${id}/emails`);
    expect(column(mails, "at")).toEqual([to, from]);
    const deleted = await sandbox.api(key, "DELETE", `/leads/${before}`);
    expect(at(deleted, "data.deletedAt")).toBe(to);
  });

  it("Leads created at increasing times have these timestamps, and lists use their order (rules lead.timestamps, list.order)", async () => {
    const moment = fc.oneof(
      fc.integer({ min: earliest, max: latest }),
      fc.constantFrom(...moments.map((one) => Date.parse(one))),
    );
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(moment, { minLength: 2, maxLength: 8 }), async (any) => {
        const rising = any.toSorted((one, other) => one - other);
        const sandbox = served();
        const now = iso(rising[0] ?? 0);
        const key = await newWorkspace(sandbox, { id, now, fixture: "empty" });
        for (const [index, to] of rising.entries()) {
          // oxlint-disable-next-line no-await-in-loop -- the clock moves between requests
          await sandbox.control("POST", `${clock}/advance`, { to: iso(to) });
          // oxlint-disable-next-line no-await-in-loop -- the Lead is created after the clock moves
          await newLead(sandbox, key, `lead${index}@example.com`);
        }
        const falling = rising.toReversed().map((one) => iso(one));
        expect(column(await sandbox.api(key, "GET", leads), "createdAt")).toEqual(falling);
        const upward = encodeURIComponent('[["createdAt","ASC"]]');
        const turned = await sandbox.api(key, "GET", `${leads}?order=${upward}`);
        expect(column(turned, "createdAt")).toEqual(falling.toReversed());
        const middle = falling[Math.floor(falling.length / 2)] ?? "";
        const since = encodeURIComponent(JSON.stringify({ createdAt: { $gte: middle } }));
        const later = await sandbox.api(key, "GET", `${leads}?filter=${since}`);
        expect(column(later, "createdAt")).toEqual(falling.filter((one) => one >= middle));
        sandbox.close();
      }),
      seeded(sized(40, 2_000)),
    );
  }, 600_000);
});

describe("the clock of a workspace", () => {
  it.each([
    ["a nonexistent day", "2026-02-29T00:00:00Z"],
    ["a leap day of 2100", "2100-02-29T00:00:00Z"],
    ["a leap second", "2026-12-31T23:59:60Z"],
    ["hour 24", "2026-12-31T24:00:00Z"],
    ["the year 10000", "+010000-01-01T00:00:00Z"],
    ["a time in the year 10000 in UTC", "9999-12-31T23:59:59-01:00"],
    ["a time before the year 0 in UTC", "0000-01-01T00:00:00+00:01"],
    ["no zone", "2026-12-31T23:59:59"],
  ])("rejects %s", async (_, now) => {
    const sandbox = served();
    expect((await sandbox.control("POST", "/workspaces", { id, now })).status).toBe(422);
    const answer = await sandbox.control("PUT", "/clock", { mode: "frozen", now });
    expect(answer.status).toBe(422);
  });
});

function iso(moment: number): string {
  return new Date(moment).toISOString();
}
