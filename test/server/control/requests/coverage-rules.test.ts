import { describe, expect, it } from "vitest";

import { permissions } from "../../../../src/domain/model/api-key.ts";
import { ruleIds, ruleOf } from "../../../../src/domain/rules/catalogue.ts";
import type { Reply } from "../../../support/reply.ts";
import { at, text } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import type { Call } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";
import type { Opened } from "../opened.ts";
import { opened, partnerKey } from "../opened.ts";

const ofFirm = `/v1/firms/${ids.partnerFirm}/leads`;
const person = { email: "cora.cover@example.com", firstName: "Cora", lastName: "Cole" };
const withDeleted = "scope=withDeleted";
const quota = `/quotas/${partnerKey.id}`;

/** Requests that cover rules of transport and authentication. */
const transport: readonly (readonly [method: string, path: string, call?: Call])[] = [
  ["GET", "/nope"],
  ["PUT", "/v1/leads"],
  ["GET", "/v1/leads", { headers: { "x-forwarded-proto": "http" } }],
  ["GET", "/v1/leads", { key: null }],
  ["GET", "/v1/leads", { key: "no UUID" }],
  ["GET", "/v1/leads", { surface: "partner-production" }],
  ["GET", "/v1/leads", { surface: "realtor" }],
  ["GET", "/v1/clientProfiles"],
  ["GET", "/v1/leads/Nobody"],
  ["POST", ofFirm, { rawBody: "no JSON" }],
  ["POST", ofFirm, { rawBody: " ".repeat(1_048_577) }],
  ["POST", ofFirm, { body: {}, headers: { "content-encoding": "gzip" } }],
  ["POST", ofFirm, { rawBody: `${'{"a":'.repeat(65)}1${"}".repeat(65)}` }],
  ["POST", ofFirm, { rawBody: '{"clientData":{"n":1e400}}' }],
  ["GET", "/v2/leads"],
  ["GET", "/v1/firms"],
  ["GET", "/plans"],
  ["GET", "/v1/firmMembers"],
  ["GET", "/v1/referralCodes"],
  ["GET", "/v1/plans"],
  ["GET", `/v1/firmMembers/${ids.partnerMember}/leads`],
  ["POST", ofFirm, { body: {}, headers: { "idempotency-key": "one" } }],
  ["POST", "/v1/workflows/none", { body: {} }],
];

/** Queries that cover rules of lists. */
const queries: readonly string[] = [
  "limit=1",
  "offset=1",
  'order=[["email","ASC"]]',
  "order=[['email','ASC']]",
  'filter={"email":"x"}',
  'filter={"email":{"$ne":"x"}}',
  'filter={"email":{"$gt":"x"}}',
  'filter={"email":{"like":"x"}}',
  'filter={"phone":null}',
  "filter=x",
  'filter={"createdAt":"2026-01-06T09:00:00"}',
  'filter={"createdAt":"20260106T0900Z"}',
  'filter={"shoe":1}',
  withDeleted,
  "scope=active",
  "scope=x",
  "include=Plans",
  "include=Plans.ClientProfiles",
  "include=x",
  "include=Plans,Plans.ClientProfiles",
  "includes=Plans",
  "page=1",
  "limit=1&limit=2",
];

/** Fields merged into a person, to cover rules about the fields of a Lead. */
const bodies: readonly Readonly<Record<string, unknown>>[] = [
  { email: 1, firstName: undefined, shoe: 42 },
  { firstName: "", lastName: "\u0007", phone: {} },
  { email: "a%b@example.com", firstName: "" },
  { phone: { kind: "home" } },
  { email: `${"n".repeat(260)}@example.com` },
  { referredByReferralCodeId: "Nothing1" },
  { referredByReferralCodeId: 7, clientData: { dateOfBirth: true } },
  { clientData: { dateOfBirth: "never", Plans: [] } },
  { email: "ada.active@example.com" },
  { email: "eve.archived@example.com" },
  { email: "dario.converted@example.com" },
  {
    phone: "4165550100",
    resourceType: "Firm",
    id: "x",
    clientData: { prefix: "Ms.", sin: "1", notes: null, Plans: [{ type: "Buying", name: "Home" }] },
  },
];

async function drive(open: Opened): Promise<void> {
  const https = { "x-forwarded-proto": "https", "content-type": "application/json" };
  const api = (method: string, path: string, call: Call = {}): Promise<Reply> =>
    open.api(method, path, { ...call, headers: { ...https, ...call.headers } });
  const nextMinute = () => open.control("POST", "/clock/advance", { by: "PT2M" });
  await inOrder([
    ...transport.map((args) => () => api(...args)),
    nextMinute,
    ...queries.map((query) => () => api("GET", `${ofFirm}?${query}`)),
    () => api("GET", "/v1/leads"),
    () => api("GET", `/v1/leads/${ids.activeLead}`),
    nextMinute,
    ...bodies.map((body) => () => api("POST", ofFirm, { body: { ...person, ...body } })),
    () =>
      api("POST", `/v1/firmMembers/${ids.partnerMember}/leads?disableClientOutreach=true`, {
        body: person,
      }),
    () => api("PATCH", `/v1/leads/${ids.activeLead}`, { body: { phone: null } }),
    () => api("PATCH", `/v1/leads/${ids.activeLead}`, { body: { phone: 7 } }),
    () => api("PATCH", `/v1/leads/${ids.activeLead}`, { body: { email: person.email } }),
    () => api("PATCH", `/v1/leads/${ids.activeLead}`, { body: { email: "a%b@example.com" } }),
    () => api("PATCH", `/v1/leads/${ids.archivedLead}`, { body: {} }),
    () => api("PATCH", `/v1/leads/${ids.convertedLead}?${withDeleted}`, { body: {} }),
    () => api("DELETE", `/v1/leads/${ids.memberLead}`),
    nextMinute,
    ...whatThePlatformDoes(open),
    () => api("GET", `${ofFirm}?${withDeleted}&include=Plans`),
    () => api("GET", `/v1/leads/${ids.memberLead}?${withDeleted}`),
    () => api("GET", `/v1/firmMembers/${ids.partnerMember}/leads`),
    () => api("POST", `${ofFirm}?disableClientOutreach=yes`, { body: {} }),
    () => api("GET", "/v1/leads", { surface: "realtor", key: realtorKey }),
    async () => {
      const limited = { firmId: ids.partnerFirm, roleType: "Partner", environment: "sandbox" };
      const fields = { ...limited, permissions: ["leads:read"] };
      const issued = await open.control("POST", "/api-keys", fields);
      return api("GET", "/v1/leads?include=Plans", { key: text(issued, "data.key") });
    },
    ...writes.map(([method, path, body]) => async () => {
      const full = { firmId: ids.partnerFirm, roleType: "Partner", environment: "sandbox" };
      const issued = await open.control("POST", "/api-keys", { ...full, permissions });
      return api(method, path, { body, key: text(issued, "data.key") });
    }),
    async () => {
      const step = { method: "DELETE", path: "/leads/{leadId}", params: { leadId: "Nobody" } };
      const answer = { status: 200, body: null };
      const workflows = [{ id: "stepwise", method: "POST", steps: [step], answer }];
      await open.control("PUT", "/workflows", { workflows });
      return api("POST", "/v1/workflows/stepwise", { body: {} });
    },
    () => open.control("PUT", "/assumptions", alternatives),
    () => api("GET", "/v1/leads/Nobody"),
    () => open.control("POST", `${quota}/use`, { count: 50 }),
    () => api("GET", "/v1/leads"),
    () => open.control("POST", `${quota}/use`, { count: 450, over: "PT30M" }),
    () => api("GET", "/v1/leads"),
    () => open.control("POST", "/faults", { then: { status: 503 } }),
    () => api("GET", "/v1/leads"),
  ]);
}

/** Requests that cover rules of the generic pattern. */
const writes: readonly (readonly [method: string, path: string, body: unknown])[] = [
  ["POST", "/v1/referralCodes", {}],
  ["POST", "/v1/firms", { name: 7, colour: "red" }],
  ["POST", "/v1/referralCodes", { firmId: ids.realtyFirm }],
  ["POST", "/v1/clientProfiles", { email: "dario.converted@example.com" }],
  ["POST", "/v1/leads", {}],
];

const deletedMember = {
  state: "a record has been deleted",
  params: { resource: "firmMembers", id: ids.partnerMember },
};
const deletedPlan = {
  state: "a record has been deleted",
  params: { resource: "plans", id: ids.plan },
};
const realtorKey = "33333333-3333-4333-8333-333333333333";

/** Rules that only an alternative covers. */
const alternatives = { "quota.failed": "free", "quota.headers": "retry-after" };

function whatThePlatformDoes({ control }: Opened): readonly (() => Promise<Reply>)[] {
  return [
    () => control("POST", "/sign-ups", { email: person.email }),
    () => control("POST", `/leads/${ids.activeLead}/archive`),
    () => control("POST", `/leads/${ids.activeLead}/archive`),
    () => control("POST", `/client-profiles/${ids.clientProfile}/plans`, { type: "Renewal" }),
    () => control("POST", `/plans/${ids.privatePlan}/owners`, { firmId: ids.partnerFirm }),
    () => control("POST", "/pact/states", deletedMember),
    () => control("POST", `/plans/${ids.plan}/status`, { status: "Completed" }),
    () => control("POST", "/pact/states", deletedPlan),
  ];
}

async function inOrder(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- each step depends on the previous ones
  for (const step of steps) await step();
}

/** The rules without coverage. */
async function uncovered({ control }: Pick<Opened, "control">): Promise<readonly string[]> {
  const rules: unknown = at(await control("GET", "/coverage"), "data.rules");
  if (!Array.isArray(rules)) throw new Error("No rules.");
  return rules.flatMap((rule) => (Object(rule).count > 0 ? [] : [String(Object(rule).id)]));
}

describe("GET coverage of rules", () => {
  it("200 with every rule of the catalogue, none of them covered at the start", async () => {
    const world = await newWorld();
    const rules = at(await world.control("GET", "/coverage"), "data.rules");
    expect(rules).toEqual(ruleIds.map((id) => ({ id, standing: ruleOf(id).standing, count: 0 })));
    expect(await uncovered(world)).toEqual(ruleIds);
  });

  // Only a sandbox that requires HTTPS covers rule http.https-only.
  it.skipIf(isRemote)("200 with every rule covered after requests for each", async () => {
    const open = await opened({ requireHttps: true, quota: undefined });
    await drive(open);
    expect(await uncovered(open), "No request of this file shows these rules").toEqual([]);
    const total = { covered: ruleIds.length, of: ruleIds.length };
    expect(at(await open.control("GET", "/coverage"), "data.totals.rules")).toEqual(total);
  });

  it.each([
    { rule: "lead.get", path: `/v1/leads/${ids.activeLead}`, count: 1 },
    { rule: "lead.list-all", path: `/v1/leads/${ids.activeLead}`, count: 0 },
    { rule: "audit.every-request", path: "/nope", count: 1 },
    { rule: "http.path.unknown", path: "/nope", count: 1 },
    { rule: "http.atomic", path: "/nope", count: 1 },
    { rule: "http.atomic", path: "/v1/leads", count: 0 },
    { rule: "error.codes", path: "/nope", count: 0 },
    { rule: "error.codes", path: "/v1/leads?limit=0", count: 1 },
    { rule: "quota.unauthenticated", path: "/v1/leads?limit=0", count: 0 },
  ])("200 with $count for $rule after $path", async ({ rule, path, count }) => {
    const world = await newWorld();
    await world.api("GET", path);
    expect((await uncovered(world)).includes(rule)).toBe(count === 0);
  });

  it.each([401, 404, 409, 422, 500])(
    "200 and a planned %i covers only error.server and audit.every-request",
    async (status) => {
      const world = await newWorld();
      await world.control("POST", "/faults", { then: { status } });
      await world.api("GET", "/v1/leads");
      const shown = ruleIds.filter((id) => id !== "audit.every-request" && id !== "error.server");
      expect(await uncovered(world)).toEqual(shown);
    },
  );
});
