import { describe, expect, it } from "vitest";

import { postLead } from "../../support/post-lead.ts";
import { assumedRulesOf, at, rulesOf } from "../../support/reply.ts";
import { newWorld } from "../../support/world.ts";
import { expectRefused, expectStatus } from "./expected-status.ts";

const documented = {
  prefix: "Ms.",
  citizenship: "Canadian Citizen",
  dateOfBirth: "1990-02-28",
  maritalStatus: "Single",
  isFirstTimeHomeBuyer: true,
  notes: "Call late.",
  Plans: [{ type: "Buying" }, { type: "Renewal" }],
};

describe("the documented fields of clientData", () => {
  it("client-data.fields: 201 with all fields as sent (2.2)", async () => {
    const reply = await postLead(await newWorld(), { clientData: documented });
    expectStatus(reply, 201);
    expect(at(reply, "data.clientData")).toEqual(documented);
    expect(rulesOf(reply)).toContain("client-data.fields");
    expect(assumedRulesOf(reply)).not.toContain("client-data.fields");
  });

  it.each([
    { field: "prefix", value: 1 },
    { field: "citizenship", value: true },
    { field: "maritalStatus", value: [] },
    { field: "isFirstTimeHomeBuyer", value: "yes" },
    { field: "notes", value: {} },
    { field: "Plans", value: { type: "Buying" } },
  ])("client-data.fields: 422 INCORRECT_TYPE on $field for $value (2.2)", async (row) => {
    const reply = await postLead(await newWorld(), { clientData: { [row.field]: row.value } });
    expectRefused(reply, `clientData.${row.field}`, "INCORRECT_TYPE");
    expect(rulesOf(reply)).toContain("client-data.fields");
    expect(assumedRulesOf(reply)).not.toContain("client-data.fields");
  });

  it("client-data.fields: 422 INCORRECT_TYPE for clientData that is not an object (2.2)", async () => {
    const reply = await postLead(await newWorld(), { clientData: "none" });
    expectRefused(reply, "clientData", "INCORRECT_TYPE");
    expect(rulesOf(reply)).toContain("client-data.fields");
  });

  it.each(["1990-02-28", "1992-02-29", "1990-02-28T00:00:00.000Z", "1990-02-28T01:00:00+02:00"])(
    "uncited client-data.date-of-birth: 201 with %s as sent (2.2)",
    async (dateOfBirth) => {
      const reply = await postLead(await newWorld(), { clientData: { dateOfBirth } });
      expectStatus(reply, 201);
      expect(at(reply, "data.clientData.dateOfBirth")).toBe(dateOfBirth);
    },
  );

  it.each([
    { dateOfBirth: "1990-02-30", code: "INVALID" },
    { dateOfBirth: "1980/01/01", code: "INVALID" },
    { dateOfBirth: "1991-02-29T00:00:00Z", code: "INVALID" },
    { dateOfBirth: "28/02/1990", code: "INVALID" },
    { dateOfBirth: "", code: "INVALID" },
  ])("client-data.date-of-birth.other: 422 $code for '$dateOfBirth' (2.2)", async (row) => {
    const { dateOfBirth, code } = row;
    const reply = await postLead(await newWorld(), { clientData: { dateOfBirth } });
    expectRefused(reply, "clientData.dateOfBirth", code);
    expect(assumedRulesOf(reply)).toContain("client-data.date-of-birth.other");
  });

  it("client-data.date-of-birth: 422 INCORRECT_TYPE for a boolean (2.2)", async () => {
    const reply = await postLead(await newWorld(), { clientData: { dateOfBirth: true } });
    expectRefused(reply, "clientData.dateOfBirth", "INCORRECT_TYPE");
    expect(rulesOf(reply)).toContain("client-data.date-of-birth");
    expect(assumedRulesOf(reply)).not.toContain("client-data.date-of-birth");
  });

  it.each(["1980/01/01", "1990-02-30", ""])(
    "client-data.date-of-birth.other [accepted]: 201 with '%s' as sent, also in the profile (2.2)",
    async (dateOfBirth) => {
      const world = await newWorld({
        assumptions: { "client-data.date-of-birth.other": "accepted" },
      });
      const reply = await postLead(world, { clientData: { dateOfBirth } });
      expectStatus(reply, 201);
      expect(at(reply, "data.clientData.dateOfBirth")).toBe(dateOfBirth);
      expect(assumedRulesOf(reply)).toContain("client-data.date-of-birth.other");
      const id = String(at(reply, "data.id"));
      const converted = await world.control("POST", `/leads/${id}/convert`);
      expect(at(converted, "data.clientProfile.clientData.dateOfBirth")).toBe(dateOfBirth);
    },
  );

  it("client-data.plans.empty: 422 INVALID on Plans for an empty array (2.2)", async () => {
    const reply = await postLead(await newWorld(), { clientData: { Plans: [] } });
    expectRefused(reply, "clientData.Plans", "INVALID");
    expect(assumedRulesOf(reply)).toContain("client-data.plans.empty");
  });

  it("client-data.plans.empty [accepted]: 201 for an empty array, without any Plan (2.2)", async () => {
    const world = await newWorld({ assumptions: { "client-data.plans.empty": "accepted" } });
    const reply = await postLead(world, { clientData: { Plans: [] } });
    expectStatus(reply, 201);
    expect(at(reply, "data.clientData")).toEqual({ Plans: [] });
    expect(assumedRulesOf(reply)).toContain("client-data.plans.empty");
    const id = String(at(reply, "data.id"));
    const converted = await world.control("POST", `/leads/${id}/convert`);
    expect(at(converted, "data.plans")).toEqual([]);
  });
});

const oddValues = { prefix: "Dr.", citizenship: "Martian", maritalStatus: "It depends" };
const oddValueRows = Object.entries(oddValues).map(([field, value]) => ({ field, value }));

describe("the vocabularies of clientData", () => {
  it("client-data.values: 201 with any string for prefix, citizenship and maritalStatus (2.2)", async () => {
    const reply = await postLead(await newWorld(), { clientData: oddValues });
    expectStatus(reply, 201);
    expect(at(reply, "data.clientData")).toEqual(oddValues);
    expect(assumedRulesOf(reply)).toContain("client-data.values");
  });

  it.each(oddValueRows)(
    "client-data.values [reference-values]: 422 INVALID on $field for $value (2.2)",
    async ({ field, value }) => {
      const world = await newWorld({ assumptions: { "client-data.values": "reference-values" } });
      const reply = await postLead(world, { clientData: { [field]: value } });
      expectRefused(reply, `clientData.${field}`, "INVALID");
      expect(assumedRulesOf(reply)).toContain("client-data.values");
    },
  );

  it.each([
    ...["Mr.", "Ms.", "Mrs."].map((value) => ({ field: "prefix", value })),
    { field: "citizenship", value: "Canadian Citizen" },
    { field: "citizenship", value: "Permanent Legal Resident (PR)" },
    ...["Single", "Married", "Separated"].map((value) => ({ field: "maritalStatus", value })),
  ])("client-data.values [reference-values]: 201 for $field $value (2.2)", async (row) => {
    const world = await newWorld({ assumptions: { "client-data.values": "reference-values" } });
    const reply = await postLead(world, { clientData: { [row.field]: row.value } });
    expectStatus(reply, 201);
    expect(assumedRulesOf(reply)).toContain("client-data.values");
  });
});

const enrichment = {
  sin: "046454286",
  creditScoreEstimation: "Good",
  advisorProfileId: "Advisor1",
  Assets: [{ type: "Cash", description: "Savings", value: 25_000.5 }],
  Incomes: [{ type: "Employed", startedOn: "2020-01-01", employmentDetails: { jobTitle: "Cook" } }],
  residenceHistory: [{ city: "Toronto", years: 4 }],
};
const wrongEnrichment = [
  { field: "sin", value: 46_454_286, path: "clientData.sin" },
  { field: "creditScoreEstimation", value: 700, path: "clientData.creditScoreEstimation" },
  { field: "advisorProfileId", value: {}, path: "clientData.advisorProfileId" },
  { field: "Assets", value: {}, path: "clientData.Assets" },
  { field: "Assets", value: [{ value: "much" }], path: "clientData.Assets.0.value" },
  { field: "Incomes", value: ["none"], path: "clientData.Incomes.0" },
];

describe("further fields of clientData", () => {
  it("client-data.enrichment: 201 with the fields as sent (2.2)", async () => {
    const reply = await postLead(await newWorld(), { clientData: enrichment });
    expectStatus(reply, 201);
    expect(at(reply, "data.clientData")).toEqual(enrichment);
    expect(assumedRulesOf(reply)).toContain("client-data.enrichment");
  });

  it.each(wrongEnrichment)(
    "client-data.enrichment: 422 INCORRECT_TYPE on $path for $value (2.2)",
    async ({ field, value, path }) => {
      const reply = await postLead(await newWorld(), { clientData: { [field]: value } });
      expectRefused(reply, path, "INCORRECT_TYPE");
      expect(assumedRulesOf(reply)).toContain("client-data.enrichment");
    },
  );

  it.each(wrongEnrichment)(
    "client-data.enrichment [unchecked]: 201 with $field $value as sent (2.2)",
    async ({ field, value }) => {
      const world = await newWorld({ assumptions: { "client-data.enrichment": "unchecked" } });
      const reply = await postLead(world, { clientData: { [field]: value } });
      expectStatus(reply, 201);
      expect(at(reply, `data.clientData.${field}`)).toEqual(value);
      expect(assumedRulesOf(reply)).toContain("client-data.enrichment");
    },
  );
});

describe("the name of a nested value in fields", () => {
  it("client-data.nested-field-name: is its dotted path (7)", async () => {
    const reply = await postLead(await newWorld(), { clientData: { Plans: [{ type: 1 }] } });
    expectRefused(reply, "clientData.Plans.0.type", "INCORRECT_TYPE");
    expect(Object.keys(Object(at(reply, "fields")))).toEqual(["clientData.Plans.0.type"]);
    expect(assumedRulesOf(reply)).toContain("client-data.nested-field-name");
  });

  it("client-data.nested-field-name [leaf-name]: is the last part of its path (7)", async () => {
    const assumptions = { "client-data.nested-field-name": "leaf-name" };
    const world = await newWorld({ assumptions });
    const reply = await postLead(world, { clientData: { Plans: [{ type: 1 }] } });
    expectRefused(reply, "type", "INCORRECT_TYPE");
    expect(Object.keys(Object(at(reply, "fields")))).toEqual(["type"]);
    expect(assumedRulesOf(reply)).toContain("client-data.nested-field-name");
  });
});
