import { describe, expect, it } from "vitest";

import { person, postLead } from "../../../support/post-lead.ts";
import type { Reply } from "../../../support/reply.ts";
import { at } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";

const leads = `/v1/firms/${ids.partnerFirm}/leads`;

describe("the header x-sandbox-hint", () => {
  it.each([
    { sent: { plans: [{ type: "Buying" }] }, hint: "clientData.plans", near: "clientData.Plans" },
    { sent: { Plan: [] }, hint: "clientData.Plan", near: "clientData.Plans" },
    { sent: { Prefix: "Ms." }, hint: "clientData.Prefix", near: "clientData.prefix" },
    { sent: { note: "x" }, hint: "clientData.note", near: "clientData.notes" },
    {
      sent: { date_of_birth: "1990-01-01" },
      hint: "clientData.date_of_birth",
      near: "clientData.dateOfBirth",
    },
    {
      sent: { isFirstTimeHomebuyer: true },
      hint: "clientData.isFirstTimeHomebuyer",
      near: "clientData.isFirstTimeHomeBuyer",
    },
    {
      sent: { maritalStatuss: "x" },
      hint: "clientData.maritalStatuss",
      near: "clientData.maritalStatus",
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
    { sent: { client_data: {} }, hint: "client_data", near: "clientData" },
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
    { query: "filters={}", hint: "the parameter filters", near: "filter" },
    { query: "includes=Plans", hint: "the parameter includes", near: "include" },
    { query: "scope=with_deleted", hint: "the scope with_deleted", near: "withDeleted" },
    { query: "include=plans", hint: "the include plans", near: "Plans" },
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
