/** The world at the start of a recording, as its answers show it. */
import { describe, expect, it } from "vitest";

import type { Json } from "../../../../src/base/values/json.ts";
import { preparedRecording } from "../../../../src/harness/check-har/world/prepare.ts";
import { planStatusOf } from "../../../../src/harness/check-har/world/recorded-plans.ts";
import type { RecordedCall } from "../../../../src/harness/traffic/call.ts";
import type { GivenCall } from "../made-up.ts";
import { lists, moment, nine, recorded, shows, wireLead } from "../made-up.ts";

const prepared = (...calls: readonly RecordedCall[]) =>
  preparedRecording(
    calls.map((call, place) => ({ ...call, sentAtMs: nine + place, answeredAtMs: nine + place })),
    null,
  );
const worldOf = (...calls: readonly RecordedCall[]) => prepared(...calls).world;
const read = (json: Json | undefined, given: GivenCall = {}) =>
  recorded("GET /leads/{leadId}", { json, ...given });
const listed = (given: GivenCall = {}) =>
  recorded("GET /firms/{firmId}/leads", { json: lists(wireLead()), ...given });

const membersOf = (...calls: readonly RecordedCall[]) =>
  worldOf(listed(), ...calls).firmMembers.map(({ id }) => id);

const member = (status: number, id = "M1") =>
  recorded("GET /firmMembers/{firmMemberId}/leads", { status, params: { firmMemberId: id } });

describe("the FirmMembers of a recording", () => {
  it.each([
    [200, true],
    [299, true],
    [300, false],
    [199, false],
    [403, false],
    [404, false],
    [409, true],
    [422, true],
  ])("have the one in the path of an answer with %i: %s", (status, isShown) => {
    expect(membersOf(member(status))).toEqual(isShown ? ["M1"] : []);
  });

  it("are those of Leads and of answers, each once, with what answers show of them", () => {
    const shown = {
      id: "M1",
      firmId: "F1",
      email: "ada@example.com",
      firstName: "Ada",
      isOwner: true,
    };
    const { firmMembers } = worldOf(
      listed(),
      read(shows({ id: "L2", resourceType: "FirmMember", resourceId: "M2" })),
      recorded("GET /firmMembers/{id}", { json: { data: shown } }),
      member(200),
    );
    expect(firmMembers).toMatchObject([
      { id: "M1", email: "ada@example.com", firstName: "Ada", lastName: "Last", isOwner: true },
      { id: "M2", firstName: "First", isOwner: false },
    ]);
    expect(firmMembers[1]?.email).toBe("member2@example.com");
  });
});

const refused = (leadId: string, given: GivenCall = {}) =>
  recorded("GET /leads/{leadId}", { status: 403, params: { leadId }, json: {}, ...given });

describe("records of other Firms", () => {
  it.each<readonly [string, RecordedCall, readonly string[]]>([
    ["have a Lead that a key may read but was refused", refused("L9"), ["L9"]],
    ["have no Lead that is missing", refused("L9", { status: 404 }), []],
    ["have no Lead that the recording shows", refused("L1"), []],
    ["have no Lead that the key may not read", refused("L9", { permission: "plans:delete" }), []],
    ["have no Lead of a key that never worked", refused("L9", { key: "b-key" }), []],
  ])("%s", (_name, call, ids) => {
    const { foreignIds, world } = prepared(listed(), call);
    expect([...foreignIds]).toEqual(ids);
    expect(world.firms.some(({ id }) => id === "recorded-other-firm")).toBe(ids.length > 0);
  });

  it.each<readonly [string, GivenCall, readonly string[]]>([
    ["have a Firm that was refused", { status: 403 }, ["F1", "F9"]],
    ["have no Firm that is missing", { status: 404 }, ["F1"]],
    ["have no Firm that a key without success was refused", { status: 403, key: "b-key" }, ["F1"]],
  ])("%s", (_name, given, ids) => {
    const { firms } = worldOf(listed(), listed({ params: { firmId: "F9" }, json: {}, ...given }));
    expect(firms.map(({ id }) => id)).toEqual(ids);
  });

  it("name Firms as answers do, or else by number", () => {
    const { firms } = worldOf(
      listed(),
      recorded("GET /firms/{id}", {
        json: { data: { id: "F2", name: "Oak", firmType: "Lender" } },
      }),
    );
    expect(firms).toMatchObject([
      { id: "F1", name: "Recorded Firm 1", firmType: "Realty" },
      { id: "F2", name: "Oak" },
    ]);
  });
});

const leadsOf = (...calls: readonly RecordedCall[]) => worldOf(...calls).leads;

describe("the Leads at the start", () => {
  it("are those that no call created, the oldest first", () => {
    const older = wireLead({ id: "L0", createdAt: "2027-01-01T09:00:00.000Z" });
    const created = wireLead({ id: "L2", createdAt: moment(1) });
    const leads = leadsOf(
      listed({ json: lists(wireLead(), older) }),
      recorded("POST /firms/{firmId}/leads", { status: 201, json: { data: created } }),
    );
    expect(leads.map(({ id }) => id)).toEqual(["L0", "L1"]);
  });

  it("have no Lead that appeared during the recording", () => {
    const call = recorded("GET /leads", { json: lists(wireLead({ createdAt: moment(0.001) })) });
    expect(leadsOf(listed({ json: lists() }), call, call)).toEqual([]);
  });

  it("have their environment, referral code and FirmMember", () => {
    const record = wireLead({
      resourceType: "FirmMember",
      resourceId: "M1",
      referredByReferralCodeId: "C1",
    });
    const { leads, referralCodes } = worldOf(
      listed({ json: lists(record), surface: "partner-production" }),
    );
    expect(leads).toMatchObject([{ environment: "production", referredByReferralCodeId: "C1" }]);
    expect(referralCodes).toMatchObject([{ id: "C1", firmId: "F1" }]);
  });
});

const shown = (...records: readonly object[]) =>
  listed({ json: { data: records.map((one) => ({ ...wireLead(), ...one })), meta: {} } });

const converted = (changes: object = {}) => ({
  ...wireLead({ convertedAt: moment(-9), deletedAt: moment(-9) }),
  plan_ids: ["P1"],
  ...changes,
});

describe("the clients and Plans of converted Leads", () => {
  it("are made up where no answer shows them", () => {
    const { leads, plans, clientProfiles } = worldOf(shown(converted()));
    expect(clientProfiles).toMatchObject([
      { id: "recorded-client-1", email: "zelda@realmail.net" },
    ]);
    expect(leads).toMatchObject([{ clientProfileId: "recorded-client-1", plan_ids: ["P1"] }]);
    expect(plans).toMatchObject([
      { id: "P1", leadId: "L1", type: "Buying", status: "New", owners: ["F1"] },
    ]);
  });

  it("are one client for Leads of one person in one environment", () => {
    const email = "ZELDA@realmail.net";
    const { clientProfiles } = worldOf(
      shown(
        converted(),
        converted({ id: "L2", email, plan_ids: ["P2"] }),
        converted({ id: "L3", email: "y@z.net", plan_ids: [] }),
      ),
      listed({
        ...shown(converted({ id: "L4", plan_ids: [] })),
        key: "b-key",
        surface: "partner-production",
      }),
    );
    expect(clientProfiles.map(({ environment }) => environment)).toEqual([
      "sandbox",
      "sandbox",
      "production",
    ]);
  });

  it("have what answers show of a Plan", () => {
    const plan = {
      id: "P1",
      name: "Condo",
      type: "Refinancing",
      status: "PRE_APPROVED",
      amount: 5,
    };
    const { plans } = worldOf(shown(converted({ Plans: [plan] })));
    expect(plans).toMatchObject([
      {
        id: "P1",
        name: "Condo",
        type: "Refinancing",
        status: "Pre-approved",
        amount: 5,
        leadId: "L1",
      },
    ]);
  });

  it("include a Plan of the client that is not the Lead's own", () => {
    const { plans } = worldOf(shown(converted({ plan_ids: [], Plans: [{ id: "P2" }] })));
    expect(plans).toMatchObject([{ id: "P2" }]);
    expect(plans[0]).not.toHaveProperty("leadId");
  });

  it("leave out a Plan that a call created, and those of a Lead that did not convert", () => {
    const created = recorded("POST /plans", { status: 201, json: { data: { id: "P3" } } });
    const { plans, leads } = worldOf(
      shown(converted({ plan_ids: [], Plans: [{ id: "P3" }] }), {
        ...wireLead(),
        id: "L2",
        plan_ids: ["P9"],
      }),
      created,
    );
    expect(plans).toEqual([]);
    expect(leads.every((lead) => !("plan_ids" in lead))).toBe(true);
  });

  it("are unknown for a Plan that no Lead has", () => {
    const { unknownPlans } = prepared(
      shown(converted()),
      recorded("GET /plans", { json: { data: [{ id: "P1" }, { id: "P7" }] } }),
    );
    expect([...unknownPlans]).toEqual(["P7"]);
  });

  it.each([
    ["Pre-approved", "Pre-approved"],
    ["PRE_APPROVED", "Pre-approved"],
    ["pre-approved", null],
    [null, null],
  ])("read the status %j as %j (rule plan.status.spelling)", (text, status) => {
    expect(planStatusOf(text)).toBe(status);
  });
});

describe("the order of records in a list", () => {
  it("is unknown for Leads of one moment that no call created", () => {
    const two = wireLead({ id: "L2" });
    const later = wireLead({ id: "L3", createdAt: "2027-02-05T09:00:00.000Z" });
    const created = wireLead({ id: "L4" });
    const { orderOf } = prepared(
      listed({ json: lists(wireLead(), two, later) }),
      recorded("POST /firms/{firmId}/leads", { status: 201, json: { data: created } }),
    );
    expect(orderOf("L1")).toBe(orderOf("L2"));
    expect(orderOf("L3")).not.toBe(orderOf("L1"));
    expect([orderOf("L4"), orderOf("P1")]).toEqual(["L4", "P1"]);
  });
});
