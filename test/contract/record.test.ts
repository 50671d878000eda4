import { describe, expect, it } from "vitest";

import { misfits, newRecorder, partnerKey, verified } from "./recorded.ts";

const lead = { email: "maya@mail.example", firstName: "Maya", lastName: "Moreau" };
const leadsPath = "/v1/firms/Harb0rPt/leads";
const uuid = "99999999-9999-4999-8999-999999999999";

describe("GET pact: one interaction for each distinct behaviour", () => {
  it("merges requests that differ only in values", async () => {
    const { api, pact } = newRecorder();
    await api("POST", leadsPath, { body: lead });
    await api("POST", leadsPath, { body: { ...lead, email: "other@mail.example" } });
    await api("GET", "/v1/leads/LeadHPa1");
    await api("GET", "/v1/leads/LeadHPm1");
    const { interactions } = await pact();
    expect(interactions.map(({ description }) => description)).toEqual([
      "get-lead answers 200",
      "post-leads-for-firm answers 201 given email, firstName, lastName",
    ]);
  });

  it("distinguishes scopes, fields, statuses and the reasons of a refusal", async () => {
    const { api, pact } = newRecorder();
    await api("GET", "/v1/leads/LeadHPa1");
    await api("GET", "/v1/leads/LeadHPa1?scope=withDeleted");
    await api("GET", "/v1/leads/nobody");
    await api("GET", "/v1/leads", { key: "no-key" });
    await api("GET", "/v1/leads", { key: uuid });
    const { interactions } = await pact();
    expect(interactions.map(({ description }) => description)).toEqual([
      "get-lead answers 200 with scope",
      "get-lead answers 200",
      "get-lead answers 404 by auth.foreign-record",
      "get-leads answers 401 by auth.invalid",
      "get-leads answers 401 by auth.invalid (2)",
    ]);
  });

  it("uses the requested consumer and provider names", async () => {
    const { client } = newRecorder();
    expect(await client.pact.recorded({ consumer: "a", provider: "b" })).toMatchObject({
      consumer: { name: "a" },
      provider: { name: "b" },
      interactions: [],
    });
  });
});

describe("GET pact: exclusions", () => {
  it.each([
    { name: "a path without an operation", path: "/v1/nowhere" },
    { name: "a cut answer", path: "/v1/leads?limit=100", many: true },
    { name: "no answer", path: "/v1/plans", fault: { kind: "reset" } as const },
    { name: "a broken answer", path: "/v1/plans", fault: { kind: "malformed" } as const },
    { name: "a planned refusal", path: "/v1/plans", fault: { status: 404 } },
    { name: "another surface", path: "/v1/plans", host: "realtor", key: uuid },
  ])("is $name", async ({ path, many = false, fault, ...sent }) => {
    const { api, client, pact } = newRecorder();
    const notes = "n".repeat(9_000);
    const body = (number: number) => ({
      ...lead,
      email: `m${number}@mail.example`,
      clientData: { notes },
    });
    if (many) await Promise.all([1, 2].map((n) => api("POST", leadsPath, { body: body(n) })));
    await client.requests.clear();
    await api("GET", "/v1/firms");
    await api("GET", "/v1/firms");
    if (fault !== undefined) await client.faults.plan({ match: {}, then: fault });
    await api("GET", path, sent).catch(() => "");
    const { interactions } = await pact();
    expect(interactions.map(({ description }) => description)).toEqual(["get-firms answers 200"]);
  });
});

describe("GET pact: people and keys", () => {
  it("contains no personal data of the traffic, in any place", async () => {
    const { api, client, pact } = newRecorder();
    const clientData = {
      notes: "Maya has 2 dogs",
      dateOfBirth: "1987-06-05",
      sin: "123456782",
      spouse: { called: "Zebulon", income: 87_654 },
      Incomes: [{ type: "Employed", employmentDetails: { address: { streetName: "Elm Row" } } }],
      Plans: [{ type: "Buying", name: "Maya's cottage" }],
    };
    const person = { ...lead, phone: { number: "4165550199", extension: "77" }, clientData };
    await api("POST", leadsPath, { body: person });
    await api("POST", leadsPath, { body: lead });
    await api("POST", leadsPath, { body: { ...lead, email: 5, secretField: "Rosebud" } });
    await api(
      "GET",
      `/v1/leads?filter=${encodeURIComponent(JSON.stringify({ email: lead.email }))}`,
    );
    await api("GET", "/v1/leads?filter={%22firstName%22:{%22$ne%22:%22Ottoline%22}}");
    await api("GET", "/v1/leads/someone%40mail.example");
    await client.signUp({ email: lead.email });
    await api("GET", "/v1/leads?scope=withDeleted&include=Plans.ClientProfiles");
    const text = JSON.stringify(await pact());
    expect(text).not.toMatch(
      /mail\.example|maya|moreau|dogs|1987|123456782|zebulon|87654|elm row|cottage|4165550199|rosebud|ottoline/i,
    );
    expect(text).not.toContain(partnerKey.slice(0, 8));
  });

  it("has the same pseudonym for the same value in request, response and state", async () => {
    const { api, pact } = newRecorder();
    await api("POST", leadsPath, { body: lead });
    await api("POST", leadsPath, { body: lead });
    const { interactions } = await pact();
    const emails = JSON.stringify(interactions).match(/[\w.]+@[\w.]+/g);
    expect(new Set(emails)).toEqual(new Set(["person1@example.com"]));
    expect(emails?.length).toBeGreaterThanOrEqual(3);
  });

  it("replaces an invalid value with one that has the same defect", async () => {
    const { api, pact } = newRecorder();
    await api("POST", leadsPath, { body: { ...lead, email: "not(at)all", lastName: " " } });
    const [interaction] = (await pact()).interactions;
    expect(interaction?.request["body"]).toMatchObject({
      content: { email: "xxx(xx)xxx", firstName: "FirstA", lastName: " " },
    });
  });
});

describe("GET pact: every kind of answer", () => {
  it("verifies against a fresh sandbox", async () => {
    const recorder = newRecorder(3_000);
    const { api, client, pact } = recorder;
    await someOfEverything(recorder);
    await client.faults.plan({ match: {}, then: { status: 503 }, times: 1 });
    await api("GET", "/v1/plans");
    await client.quotas.use("HPkeySbx", { count: 3_000, over: "PT15M" });
    await api("GET", "/v1/leads");
    await client.quotas.refill("HPkeySbx");
    await client.quotas.use("HPkeySbx", { count: 300 });
    await api("GET", "/v1/leads");
    const recorded = await pact();
    expect(recorded.interactions.length).toBeGreaterThan(45);
    const report = await verified([recorded]);
    expect(misfits(report)).toEqual([]);
    expect(report.passed).toBe(true);
  });
});

/** Requests to every operation, with answers of every kind. */
async function someOfEverything({ api }: ReturnType<typeof newRecorder>): Promise<void> {
  const writes = [
    [leadsPath, { ...lead, phone: { number: "1" }, clientData: { Plans: [{ type: "Buying" }] } }],
    ["/firmMembers/HPmember/leads", lead],
    [leadsPath, { ...lead, email: "code@mail.example", referredByReferralCodeId: "HPcode01" }],
    [leadsPath, { ...lead, email: "none@mail.example", referredByReferralCodeId: "nowhere" }],
    [leadsPath, lead],
    [leadsPath, {}],
    [leadsPath, [lead]],
    ["/v1/firms/MapleRow/leads", lead],
    ["/v1/plans", {}],
  ] as const;
  for (const [path, body] of writes) {
    // oxlint-disable-next-line no-await-in-loop -- the second Lead of an email meets the first
    await api("POST", path, { body });
  }
  await api("POST", leadsPath, { text: "{ broken" });
  await api("POST", leadsPath, { text: JSON.stringify(lead), type: "text/plain" });
  const changes = [
    ["LeadHPa1", { firstName: "Mia" }],
    ["LeadHPa1", { email: "wrong" }],
    ["LeadHPa1", { email: lead.email }],
    ["LeadHPc1", { firstName: "Mia" }],
    ["LeadHPc1?scope=withDeleted", { firstName: "Mia" }],
  ] as const;
  for (const [id, body] of changes) {
    // oxlint-disable-next-line no-await-in-loop -- a Lead is changed in an order
    await api("PATCH", `/v1/leads/${id}`, { body });
  }
  await api("DELETE", "/v1/leads/LeadHPa1");
  await Promise.all(readPaths.map((path) => api("GET", path)));
  const keys = [null, "no-key", uuid, "2", "3"].map((key) =>
    key?.length === 1 ? partnerKey.replaceAll("1", key) : key,
  );
  await Promise.all(keys.map((key) => api("GET", "/v1/leads", { key })));
}

const readPaths = [
  "leads",
  "plans",
  "firms",
  "firmMembers",
  "referralCodes",
  "clientProfiles",
  "leads?limit=1",
  "leads?limit=2&offset=1",
  "leads?limit=0",
  "leads?order=wrong",
  "leads?scope=withDeleted&include=Plans.ClientProfiles",
  "leads?scope=wrong",
  'leads?filter={"email":"nobody@mail.example"}',
  'leads?filter={"email":"maya@mail.example"}',
  "firms/Harb0rPt/leads",
  "firmMembers/HPmember/leads",
  "firmMembers/HPowner1/leads",
  "firms/Harb0rPt/firmMembers",
  "firms/Harb0rPt/referralCodes",
  "firms/MapleRow/leads",
  "leads/LeadHPm1",
  "leads/LeadHPc1",
  "leads/LeadHPx1",
  "leads/LeadMRa1",
  "leads/nobody",
  "leads/LeadHPc1?scope=withDeleted&include=Plans",
  "leads/LeadHPx1?scope=withDeleted",
  "plans/PlanHP01",
  "plans/PlanHP01?include=ClientProfiles",
  "plans/PlanHP02",
  "plans?include=ClientProfiles",
  "firms/Harb0rPt",
  "firms/MapleRow",
  "firmMembers/HPmember",
  "firmMembers/MRagent1",
  "referralCodes/HPcode01",
].map((path) => `/v1/${path}`);
