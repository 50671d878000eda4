import { describe, expect, it } from "vitest";

import { everyField } from "../../support/every-field.ts";
import { person, postLead } from "../../support/post-lead.ts";
import type { Reply } from "../../support/reply.ts";
import { assumedRulesOf, at, text } from "../../support/reply.ts";
import { ids, monday, newWorld } from "../../support/world.ts";
import { expectStatus } from "./expected-status.ts";
import { expectAssumes, expectCites } from "./ruled-answers.ts";

const firmLeads = `/v1/firms/${ids.partnerFirm}/leads`;
const memberLeads = `/v1/firmMembers/${ids.partnerMember}/leads`;

describe("a Lead", () => {
  it("lead.fields: 201 with the client's fields and the fields that the service sets (2.1)", async () => {
    const reply = await postLead(await newWorld(), everyField);
    expect(at(reply, "data")).toEqual({
      email: person.email,
      ...everyField,
      id: expect.any(String),
      createdAt: monday,
      updatedAt: monday,
      deletedAt: null,
      convertedAt: null,
      resourceType: "Firm",
      resourceId: ids.partnerFirm,
    });
    expectCites(reply, "lead.fields");
  });

  it("lead.fields: 200 with plan_ids once the Lead converted with Plans (2.1)", async () => {
    const world = await newWorld();
    const before = await world.api("GET", `/v1/leads/${ids.activeLead}`);
    expect(at(before, "data.plan_ids")).toBeUndefined();
    await world.control("POST", `/leads/${ids.activeLead}/convert`);
    const after = await world.api("GET", `/v1/leads/${ids.activeLead}?scope=withDeleted`);
    expect(at(after, "data.plan_ids")).toEqual([expect.any(String)]);
  });

  it("lead.id.shape: an id is eight case-sensitive letters and digits (2.1)", async () => {
    const world = await newWorld();
    const reply = await postLead(world);
    const id = text(reply, "data.id");
    expect(id).toMatch(/^[A-Za-z0-9]{8}$/);
    expectCites(reply, "lead.id.shape");
    expect((await world.api("GET", `/v1/leads/${otherCase(id)}`)).status).toBe(404);
  });

  it("lead.timestamps: the service sets both as ISO 8601 (2.1)", async () => {
    const sent = { createdAt: "2020-01-01T00:00:00.000Z", updatedAt: "2020-01-01T00:00:00.000Z" };
    const reply = await postLead(await newWorld({ now: monday }), sent);
    expect(at(reply, "data")).toMatchObject({ createdAt: monday, updatedAt: monday });
    expectCites(reply, "lead.timestamps");
  });

  it("lead.timestamps.form: in UTC with milliseconds, both equal on create (2.1)", async () => {
    const world = await newWorld({ now: "2026-03-02T10:00:00.120+01:00" });
    const reply = await postLead(world);
    expect(at(reply, "data.createdAt")).toBe("2026-03-02T09:00:00.120Z");
    expect(at(reply, "data.updatedAt")).toBe("2026-03-02T09:00:00.120Z");
    expectCites(reply, "lead.timestamps.form");
  });
});

describe("POST /firms/{id}/leads", () => {
  it("lead.create.firm: 201 with a Lead of the Firm (1.8, 4.1)", async () => {
    const world = await newWorld();
    const reply = await postLead(world);
    expectStatus(reply, 201);
    expect(reply.json).toMatchObject({
      data: { resourceType: "Firm", resourceId: ids.partnerFirm, email: person.email },
    });
    expectCites(reply, "lead.create.firm");
    const read = await world.api("GET", `/v1/leads/${text(reply, "data.id")}`);
    expect(read.text).toBe(reply.text);
  });
});

describe("POST /firmMembers/{id}/leads", () => {
  it("lead.create.firm-member: 201 with a Lead of the member, for any Firm (1.8, 4.1)", async () => {
    const reply = await (await newWorld()).api("POST", memberLeads, { body: person });
    expectStatus(reply, 201);
    expect(reply.json).toMatchObject({
      data: { resourceType: "FirmMember", resourceId: ids.partnerMember },
    });
    expect(assumedRulesOf(reply)).toContain("lead.create.firm-member");
  });

  it("lead.create.firm-member [realty-only]: 403 except for members of a Realty Firm (1.8)", async () => {
    const world = await newWorld({ assumptions: { "lead.create.firm-member": "realty-only" } });
    const refused = await world.api("POST", memberLeads, { body: person });
    expectStatus(refused, 403);
    expect(assumedRulesOf(refused)).toContain("lead.create.firm-member");
    const accepted = await world.api("POST", `/v1/firmMembers/${ids.realtyAgent}/leads`, {
      surface: "realtor",
      key: world.keys.realtor,
      body: person,
    });
    expectStatus(accepted, 201);
    expect(assumedRulesOf(accepted)).toContain("lead.create.firm-member");
  });
});

describe("GET /leads/{id}", () => {
  it("lead.get: 200 with the Lead (4.1)", async () => {
    const reply = await (await newWorld()).api("GET", `/v1/leads/${ids.activeLead}`);
    expectStatus(reply, 200);
    expect(reply.json).toMatchObject({
      data: {
        id: ids.activeLead,
        email: "ada.active@example.com",
        phone: { number: "4165550101" },
      },
    });
    expectCites(reply, "lead.get");
  });

  it("lead.get: 200 with the requested scope and include (4.1)", async () => {
    const world = await newWorld();
    const path = `/v1/leads/${ids.convertedLead}?scope=withDeleted&include=Plans`;
    const reply = await world.api("GET", path);
    expectStatus(reply, 200);
    expect(at(reply, "data.Plans.0.id")).toBe(ids.plan);
  });
});

describe("lists of Leads", () => {
  it("lead.list: 200 with the Firm's own Leads, without those of its members (4.1)", async () => {
    const reply = await (await newWorld()).api("GET", firmLeads);
    expectStatus(reply, 200);
    expect(idsOf(reply)).toEqual(["LeadHPa2", ids.activeLead]);
    expect(at(reply, "meta")).toEqual({ total: 2, count: 2, offset: 0, limit: 20 });
    expect(assumedRulesOf(reply)).toContain("lead.list");
  });

  it("lead.list [with-member-leads]: 200 with the Leads of its members, too (4.1)", async () => {
    const world = await newWorld({ assumptions: { "lead.list": "with-member-leads" } });
    const reply = await world.api("GET", firmLeads);
    expect(idsOf(reply)).toEqual([ids.memberLead, "LeadHPa2", ids.activeLead]);
    expect(assumedRulesOf(reply)).toContain("lead.list");
  });

  it("lead.list-all: 200 with exactly the Leads that the key can access (4.2)", async () => {
    const world = await newWorld();
    const reply = await world.api("GET", "/v1/leads");
    expectStatus(reply, 200);
    expect(idsOf(reply)).toEqual([ids.memberLead, "LeadHPa2", ids.activeLead]);
    expectAssumes(reply, "lead.list-all");
    const other = { surface: "realtor", key: world.keys.realtor } as const;
    expect(idsOf(await world.api("GET", "/v1/leads", other))).toEqual([ids.foreignLead]);
  });
});

function idsOf(reply: Reply): readonly unknown[] {
  const leads = at(reply, "data");
  if (!Array.isArray(leads)) throw new Error(`No list: ${reply.status} ${reply.text}`);
  return leads.map((_, index) => at(reply, `data.${index}.id`));
}

function otherCase(id: string): string {
  return id.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
