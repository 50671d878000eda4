import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { at, column, rulesOf } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";
import { expectStatus } from "./expected-status.ts";
import { expectAssumes, outcome } from "./ruled-answers.ts";

describe("include", () => {
  const path = `/v1/leads/${ids.convertedLead}?scope=withDeleted&include=Plans,Plans.ClientProfiles`;

  it("include.separator: a comma separates two paths (4.3)", async () => {
    const reply = await (await newWorld()).api("GET", path);
    expect(at(reply, "data.Plans.0.ClientProfiles.0.id")).toBe(ids.clientProfile);
    expectAssumes(reply, "include.separator");
  });

  it("include.separator [none]: a value with a comma is a single, unknown path (4.3)", async () => {
    const world = await newWorld({ assumptions: { "include.separator": "none" } });
    const reply = await world.api("GET", path);
    expect(outcome(reply)).toBe("422 include: INVALID");
    expectAssumes(reply, "include.separator");
  });
});

describe("the order of ties", () => {
  const orders = ["limit=3", "limit=3&scope=withDeleted", `order=[["lastName","ASC"]]&limit=3`];

  it.each(orders)("list.order.ties: newest first with %s (4.3)", async (query) => {
    const world = await newWorld({ fixture: "default" });
    const leads = await made(world);
    const page = await listed(world, `${query}&filter={"lastName":"Lind"}`);
    expect(column(page, "id")).toEqual(leads.toReversed());
    expectAssumes(page, "list.order.ties");
  });

  it.each(orders)("list.order.ties [oldest-first]: oldest first with %s (4.3)", async (query) => {
    const world = await newWorld({ assumptions: { "list.order.ties": "oldest-first" } });
    const leads = await made(world);
    const page = await listed(
      world,
      query.includes("order") ? `${query}&filter={"lastName":"Lind"}` : query,
    );
    expect(column(page, "id")).toEqual(leads);
    expectAssumes(page, "list.order.ties");
  });

  it("list.order.ties [oldest-first]: pages follow one another (4.3)", async () => {
    const world = await newWorld({ assumptions: { "list.order.ties": "oldest-first" } });
    const leads = await made(world);
    const pages = [await listed(world, "limit=2"), await listed(world, "limit=2&offset=2")];
    expect(pages.flatMap((page) => column(page, "id")).slice(0, 3)).toEqual(leads);
  });

  it("uncited list.order.ties: does not apply to a whole list without ties (4.3)", async () => {
    const page = await listed(await newWorld(), "limit=10");
    expect(rulesOf(page)).not.toContain("list.order.ties");
  });
});

describe("the Leads of a deleted FirmMember", () => {
  const rule = "lead.deleted-member";
  const byMember = `/v1/firmMembers/${ids.partnerMember}/leads`;
  const lead = `/v1/leads/${ids.memberLead}`;

  it("lead.deleted-member: remain by id and in lists, while the member's path answers 404 (2.6)", async () => {
    const world = await withDeletedMember({});
    const read = await world.api("GET", lead);
    expectStatus(read, 200);
    expectAssumes(read, rule);
    const all = await world.api("GET", "/v1/leads");
    expect(column(all, "id")).toContain(ids.memberLead);
    expectAssumes(all, rule);
    expectStatus(await world.api("PATCH", lead, { body: { firstName: "New" } }), 200);
    expectStatus(await world.api("GET", `${byMember}?scope=withDeleted`), 404);
    expectStatus(await world.api("DELETE", lead), 200);
  });

  it("lead.deleted-member [by-scope]: are reachable only with scope=withDeleted (2.6)", async () => {
    const world = await withDeletedMember({ [rule]: "by-scope", "lead.list": "with-member-leads" });
    const firmPath = `/v1/firms/${ids.partnerFirm}/leads`;
    const refused = await world.api("GET", lead);
    expectStatus(refused, 404);
    expectAssumes(refused, rule);
    expectStatus(await world.api("PATCH", lead, { body: { firstName: "New" } }), 404);
    expectStatus(await world.api("DELETE", lead), 404);
    expectStatus(await world.api("GET", byMember), 404);
    for (const path of ["/v1/leads", firmPath]) {
      // oxlint-disable-next-line no-await-in-loop -- sequential is fast enough
      const all = await world.api("GET", path);
      expect(column(all, "id")).toEqual(["LeadHPa2", ids.activeLead]);
      expect(at(all, "meta.total")).toBe(2);
      expectAssumes(all, rule);
    }
    for (const path of ["/v1/leads", firmPath, byMember]) {
      // oxlint-disable-next-line no-await-in-loop -- sequential is fast enough
      const all = await world.api("GET", `${path}?scope=withDeleted`);
      expect(column(all, "id")).toContain(ids.memberLead);
      expectAssumes(all, rule);
    }
    expectStatus(await world.api("GET", `${lead}?scope=withDeleted`), 200);
    const patch = { body: { firstName: "New" } };
    expectStatus(await world.api("PATCH", `${lead}?scope=withDeleted`, patch), 200);
  });

  it("lead.deleted-member [by-scope]: in a Firm that deleted 1,200 members (2.6)", async () => {
    const world = await newWorld({ assumptions: { [rule]: "by-scope" } });
    const state = Object(at(await world.control("GET", "/state"), "data"));
    const [member] = state.firmMembers;
    const deleted = Array.from({ length: 1_200 }, (_, number) => ({
      ...member,
      id: `Gone${number}`,
      email: `gone${number}@example.com`,
      deletedAt: member.createdAt,
    }));
    const firmMembers = [...state.firmMembers, ...deleted];
    expectStatus(await world.control("PUT", "/state", { ...state, firmMembers }), 200);
    const all = await world.api("GET", "/v1/leads");
    expect(column(all, "id")).toContain(ids.activeLead);
    expectAssumes(all, rule);
  });

  it("uncited lead.deleted-member: does not apply to the Leads of an existing member (2.6)", async () => {
    const world = await newWorld();
    expect(rulesOf(await world.api("GET", lead))).not.toContain(rule);
    expect(rulesOf(await world.api("GET", "/v1/leads"))).not.toContain(rule);
  });
});

const listed = async (world: World, query: string): Promise<Reply> =>
  world.api("GET", `/v1/firms/${ids.partnerFirm}/leads?${query}`);

const made = async (world: World): Promise<readonly string[]> => [
  await world.createLead(),
  await world.createLead(),
  await world.createLead(),
];

const withDeletedMember = async (assumptions: Readonly<Record<string, string>>) => {
  const world = await newWorld({ assumptions });
  const params = { resource: "firmMembers", id: ids.partnerMember };
  await world.control("POST", "/pact/states", { state: "a record has been deleted", params });
  return world;
};
