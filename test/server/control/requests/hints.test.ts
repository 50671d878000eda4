import { describe, expect, it } from "vitest";

import { person, postLead } from "../../../support/post-lead.ts";
import type { Reply } from "../../../support/reply.ts";
import { at } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";

const leads = `/v1/firms/${ids.partnerFirm}/leads`;

describe("the header x-sandbox-hint, about requests", () => {
  const lost = "has a space, which an unencoded + becomes. Send + as %2B.";
  it.each([
    {
      query: 'filter={"email":"case+one@example.com"}',
      status: 200,
      value: "case one@example.com",
    },
    {
      query: 'filter={"createdAt":{"$gte":"2026-01-07T09:00:00+01:00"}}',
      status: 422,
      value: "2026-01-07T09:00:00 01:00",
    },
  ])("says that an unencoded plus is a space: $value (4.3)", async ({ query, status, value }) => {
    const reply = await (await newWorld()).api("GET", `/v1/leads?${query}`);
    expect(reply.status).toBe(status);
    expect(hintOf(reply)).toBe(`The filter value "${value}" ${lost}`);
  });

  it.each([
    '{"email":"case%2Bone@example.com"}',
    '{"firstName":"Anna+Maria"}',
    '{"createdAt":+"2026-01-07T09:00:00%2B01:00"}',
  ])("says nothing of a plus in %s (4.3)", async (filter) => {
    const reply = await (await newWorld()).api("GET", `/v1/leads?filter=${filter}`);
    expect(reply.status).toBe(200);
    expect(hintOf(reply)).toBeNull();
  });

  it.each([
    ["/firmmembers/HPmember/LEADS//", "/firmMembers/HPmember/leads"],
    ["/v1/Leads/LeadHPa1/", "/v1/leads/LeadHPa1"],
    ["//v1//leads", "/v1/leads"],
  ])("names the path that %s means (7)", async (path, meant) => {
    const reply = await (await newWorld()).api("GET", path);
    expect(reply.status).toBe(404);
    expect(hintOf(reply)).toBe(`${path} is not documented, did you mean ${meant}?`);
  });

  it("says nothing of a path that resembles none (7)", async () => {
    const reply = await (await newWorld()).api("GET", "/v1/nothing/");
    expect(hintOf(reply)).toBeNull();
  });

  it("explains the 401 for a pre-flight without a key, and for no other request (5.5)", async () => {
    const world = await newWorld();
    const headers = { "access-control-request-method": "GET" };
    const preflight = await world.api("OPTIONS", "/v1/leads", { key: null, headers });
    expect(preflight.status).toBe(401);
    expect(hintOf(preflight)).toBe(
      "This is the CORS pre-flight of a browser. The interface has no CORS; its keys belong on a server.",
    );
    const plain = await world.api("OPTIONS", "/v1/leads", { key: null });
    expect([plain.status, hintOf(plain)]).toEqual([401, null]);
  });
});

describe("the header x-sandbox-hint", () => {
  it.each([
    { sent: { plans: [{ type: "Buying" }] }, hint: "clientData.plans", near: "clientData.Plans" },
    {
      sent: { date_of_birth: "1990-01-01" },
      hint: "clientData.date_of_birth",
      near: "clientData.dateOfBirth",
    },
    { sent: { income: [] }, hint: "clientData.income", near: "clientData.Incomes" },
    {
      sent: { Incomes: [{ employment_details: {} }] },
      hint: "clientData.Incomes.employment_details",
      near: "clientData.Incomes.employmentDetails",
    },
  ])("names $hint, which resembles $near, on a 201 (2.2)", async ({ sent, hint, near }) => {
    const reply = await postLead(await newWorld(), { clientData: sent });
    expect(reply.status).toBe(201);
    expect(hintOf(reply)).toBe(`${hint} is not documented, did you mean ${near}?`);
  });

  it.each([
    { sent: { first_name: "Pia" }, hint: "first_name", near: "firstName" },
    {
      sent: { phone: { number: "1", Extension: "2" } },
      hint: "phone.Extension",
      near: "phone.extension",
    },
  ])("names $hint on a 422 (2.1)", async ({ sent, hint, near }) => {
    const reply = await postLead(await newWorld(), sent);
    expect(reply.status).toBe(422);
    expect(hintOf(reply)).toContain(`${hint} is not documented, did you mean ${near}?`);
  });

  it.each([
    { query: "Limit=5", hint: "the parameter Limit", near: "limit" },
    { query: "scope=with_deleted", hint: "the scope with_deleted", near: "withDeleted" },
    { query: 'filter={"created_at":null}', hint: "the filter field created_at", near: "createdAt" },
    { query: 'order=[["Email","ASC"]]', hint: "the order field Email", near: "email" },
  ])("names $hint in the query $query (4.3)", async ({ query, hint, near }) => {
    const reply = await (await newWorld()).api("GET", `${leads}?${query}`);
    expect(hintOf(reply)).toBe(`${hint} is not documented, did you mean ${near}?`);
  });

  it("names a parameter of a POST (4.1)", async () => {
    const path = `${leads}?disable_client_outreach=true`;
    const reply = await (await newWorld()).api("POST", path, { body: person });
    expect(hintOf(reply)).toContain("did you mean disableClientOutreach?");
  });

  it.each([
    { prefix: "Ms.", Plans: [{ type: "Buying", name: "Home" }], sin: "1", Assets: [{ value: 1 }] },
    { debts: [], residences: [], suffix: "Jr.", liabilities: [], employer: "x", sim: "1" },
    {},
  ])("is absent for documented and for unrelated names: %o (2.2)", async (clientData) => {
    expect(hintOf(await postLead(await newWorld(), { clientData }))).toBeNull();
  });

  it("is bounded, on one line and in ASCII, for any request (2.2)", async () => {
    const names = Array.from({ length: 60_000 }, (_, n) => [`plan${"s".repeat(n % 3)}_${n}`, 1]);
    const odd = { "pl\u00e4ns\r\nX-Evil: 1": 1, "Pl\u00e4ns": 1, ...Object.fromEntries(names) };
    const reply = await postLead(await newWorld(), { clientData: { plans: [], ...odd } });
    expect(reply.status).toBe(201);
    expect(hintOf(reply)).toMatch(/^[\x20-\x7e]{1,1000}$/);
  });
});

describe("hints in the journal", () => {
  it("are those of the answer, and absent if there are none", async () => {
    const world = await newWorld();
    await postLead(world, { clientData: { plans: [] } });
    await world.api("GET", leads);
    const requests = await world.control("GET", "/requests");
    expect(at(requests, "data.1.hints")).toEqual([
      "clientData.plans is not documented, did you mean clientData.Plans?",
    ]);
    expect(at(requests, "data.0.hints")).toBeUndefined();
  });

  it.skipIf(isRemote)("are kept if answers have no sandbox headers", async () => {
    const world = await newWorld({ sandbox: { headers: false } });
    expect(hintOf(await postLead(world, { clientData: { plans: [] } }))).toBeNull();
    const requests = await world.control("GET", "/requests");
    expect(at(requests, "data.0.hints.0")).toContain("clientData.plans");
  });

  it("do not contain the text of an API key in a field name", async () => {
    const world: World = await newWorld();
    const name = `x${world.keys.partner}`;
    await postLead(world, { clientData: { [name]: 1, plans: [] } });
    expect((await world.control("GET", "/requests")).text).not.toContain(world.keys.partner);
  });
});

function hintOf({ headers }: Reply): string | null {
  return headers.get("x-sandbox-hint");
}
