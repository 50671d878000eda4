import { describe, expect, it } from "vitest";

import { at, column, text } from "../../support/reply.ts";
import { ids, newWorld } from "../../support/world.ts";
import { expectAssumes, expectCites, outcome } from "./ruled-answers.ts";

const readable = [
  { resource: "firms", own: [ids.partnerFirm] },
  {
    resource: "firmMembers",
    own: [ids.partnerMember, "HPowner2", ids.partnerOwner],
  },
  { resource: "referralCodes", own: ["HPcode02", ids.partnerCode] },
  { resource: "plans", own: [ids.plan] },
] as const;

describe("GET of resources other than Leads", () => {
  it.each(readable)(
    "resource.generic: GET /$resource lists the records of the key's Firm (4.2)",
    async ({ resource, own }) => {
      const page = await (await newWorld()).api("GET", `/v1/${resource}`);
      expect(outcome(page)).toBe("200");
      expect(column(page, "id")).toEqual(own);
      expectCites(page, "resource.generic");
    },
  );

  it.each(readable)(
    "resource.generic: GET /$resource/{id} returns one of those records (4.2)",
    async ({ resource, own }) => {
      const record = await (await newWorld()).api("GET", `/v1/${resource}/${own[0]}`);
      expect(outcome(record)).toBe("200");
      expect(at(record, "data.id")).toBe(own[0]);
      expectCites(record, "resource.generic");
    },
  );

  it("resource.generic: 403 to read clientProfiles directly without the permission, 200 with it (4.2, 5.7)", async () => {
    const world = await newWorld();
    expect(outcome(await world.api("GET", "/v1/clientProfiles"))).toMatch(/^403 /);
    const issued = await world.control("POST", "/api-keys", {
      firmId: ids.partnerFirm,
      roleType: "Partner",
      environment: "sandbox",
      quotaPerHour: null,
      permissions: ["clientProfiles:read"],
    });
    const key = text(issued, "data.key");
    const page = await world.api("GET", "/v1/clientProfiles", { key });
    expect(outcome(page)).toBe("200");
    expect(column(page, "id")).toEqual([ids.clientProfile]);
    expectCites(page, "resource.generic");
  });
});

describe("the fields of resources other than Leads", () => {
  const times = { createdAt: expect.any(String), updatedAt: expect.any(String), deletedAt: null };

  it.each([
    {
      path: `firms/${ids.partnerFirm}`,
      data: { id: ids.partnerFirm, name: "Harbour Point Financial", firmType: "Partner" },
    },
    {
      path: `firmMembers/${ids.partnerOwner}`,
      data: {
        id: ids.partnerOwner,
        firmId: ids.partnerFirm,
        firmType: "Partner",
        email: "olive.owner@harbour-point.example",
        firstName: "Olive",
        lastName: "Hart",
        isOwner: true,
      },
    },
    {
      path: `referralCodes/${ids.partnerCode}`,
      data: { id: ids.partnerCode, firmId: ids.partnerFirm },
    },
    {
      path: `plans/${ids.plan}`,
      data: {
        id: ids.plan,
        name: null,
        type: "Buying",
        status: "Ready for Pre-approval",
        amount: null,
      },
    },
  ])(
    "resource.fields: GET /$path returns the sandbox's own set of fields (2.3)",
    async ({ path, data }) => {
      const record = await (await newWorld()).api("GET", `/v1/${path}`);
      expect(at(record, "data")).toEqual({ ...data, ...times });
      expectAssumes(record, "resource.fields");
    },
  );
});

describe("/workflows/{workflowId}", () => {
  it("workflow.unknown: 404 for an id that the fixture does not describe (1.5, 4.4)", async () => {
    const world = await newWorld();
    const unknown = await world.api("POST", "/v1/workflows/no-such-workflow", { body: {} });
    expect(outcome(unknown)).toMatch(/^404 /);
    expectAssumes(unknown, "workflow.unknown");
  });

  it("workflow.unknown: returns the response of the workflow in the fixture (1.5, 4.4)", async () => {
    const world = await newWorld();
    const body = { leadId: ids.activeLead };
    const ran = await world.api("POST", "/v1/workflows/request-callback", { body });
    expect(outcome(ran)).toBe("200");
    expect(ran.json).toEqual({ data: { accepted: true } });
    expectAssumes(ran, "workflow.unknown");
  });

  it("workflow.unknown: 404 for a method that the fixture does not describe (1.5, 4.4)", async () => {
    const refused = await (await newWorld()).api("GET", "/v1/workflows/request-callback");
    expect(outcome(refused)).toMatch(/^404 /);
    expectAssumes(refused, "workflow.unknown");
  });

  it.each([
    { body: {}, expected: "leadId: REQUIRED" },
    { body: { leadId: 1 }, expected: "leadId: INCORRECT_TYPE" },
    { body: { leadId: "a", colour: "red" }, expected: "colour: UNSUPPORTED" },
  ])(
    "workflow.unknown: 422 $expected by the schema of the fixture (1.5, 7)",
    async ({ body, expected }) => {
      const world = await newWorld();
      const refused = await world.api("POST", "/v1/workflows/request-callback", { body });
      expect(outcome(refused)).toBe(`422 ${expected}`);
      expectAssumes(refused, "workflow.unknown");
    },
  );
});
