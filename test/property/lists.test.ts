import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";

import { sized } from "../long/size.ts";
import type { Reply } from "../support/reply.ts";
import { at } from "../support/reply.ts";
import { isRemote } from "../support/target.ts";
import type { World } from "../support/world.ts";
import { ids, newWorld } from "../support/world.ts";
import { someLeads, someQuery, listedCodes } from "./list-arbitraries.ts";
import type { ListedLead, Query } from "./list-model.ts";
import { expectedIds } from "./list-model.ts";
import { seeded } from "./seeded.ts";

const queries = fc.array(someQuery, { minLength: 1, maxLength: 20, size: "max" });

// A remote server cannot load our fixtures.
describe.skipIf(isRemote)("GET lists of Leads", () => {
  it("return the page that filtering, sorting and slicing an array gives (4.3)", async () => {
    const folder = temporaryFolder();
    await fc.assert(
      fc.asyncProperty(someLeads, queries, async (leads, asked) => {
        const world = await worldOf(folder, leads);
        const replies = await Promise.all(asked.map((query) => list(world, query)));
        await world.close();
        expect(replies.map(pageOf)).toEqual(asked.map((query) => expectedPage(leads, query)));
      }),
      seeded(sized(20, 40)),
    );
  });

  it("return pages of any size that make up the whole list without duplicates (2.5, 4.3)", async () => {
    const folder = temporaryFolder();
    const size = fc.integer({ min: 1, max: 12 });
    await fc.assert(
      fc.asyncProperty(someLeads, someQuery, size, async (leads, query, limit) => {
        const world = await worldOf(folder, leads);
        const offsets = Array.from({ length: 42 / limit + 1 }, (_, page) => page * limit);
        const pages = await Promise.all(
          offsets.map((offset) => list(world, { ...query, limit, offset })),
        );
        await world.close();
        expect(pages.flatMap(idsOf)).toEqual(expectedIds(leads, query));
      }),
      seeded(sized(12, 25)),
    );
  });
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-lists-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A world that contains exactly these Leads. */
async function worldOf(folder: string, leads: readonly ListedLead[]): Promise<World> {
  const empty: object = JSON.parse(readFileSync("fixtures/empty.json", "utf8"));
  const referralCodes = listedCodes.map((id) => ({ id, firmId: ids.partnerFirm }));
  const fixture = join(folder, "leads.json");
  writeFileSync(fixture, JSON.stringify({ ...empty, referralCodes, leads }));
  return newWorld({ sandbox: { fixture } });
}

const paths = {
  all: "/v1/leads",
  firm: `/v1/firms/${ids.partnerFirm}/leads`,
  member: `/v1/firmMembers/${ids.partnerOwner}/leads`,
} as const;

function list(world: World, { of, ...parameters }: Query): Promise<Reply> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) continue;
    search.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return world.api("GET", `${paths[of]}?${search.toString()}`);
}

function pageOf(reply: Reply): unknown {
  return { status: reply.status, ids: idsOf(reply), meta: at(reply, "meta") };
}

function idsOf(reply: Reply): readonly unknown[] {
  const data = at(reply, "data");
  if (!Array.isArray(data)) throw new Error(`No list: ${reply.status} ${reply.text}`);
  return data.map((_, index) => at(reply, `data.${index}.id`));
}

function expectedPage(leads: readonly ListedLead[], query: Query): unknown {
  const all = expectedIds(leads, query);
  const limit = query.limit ?? 20;
  const offset = query.offset ?? 0;
  const page = all.slice(offset, offset + limit);
  return { status: 200, ids: page, meta: { total: all.length, count: page.length, offset, limit } };
}
