import { describe, expect, it } from "vitest";

import { sized } from "../long/size.ts";
import { isRemote } from "../support/target.ts";
import type { Said } from "./pacts.ts";
import { pactOf, verified } from "./pacts.ts";

const json = { "Content-Type": "application/json" };
const create = { method: "POST", path: "/v1/firms/Harb0rPt/leads", headers: json, status: 201 };
const change = { method: "PATCH", path: "/v1/leads/LeadHPa1", headers: json };
const list = { path: "/v1/leads", query: {} };
const person = { email: "new@example.com", firstName: "Nora", lastName: "New" };

const writer = {
  name: "the API key is valid",
  params: { permissions: ["plans:read", "plans:create", "plans:update", "plans:delete"] },
};

/** Requests that the sandbox answers so only under a choice, by rule and choice. */
const rows: readonly (Partial<Said> & { readonly rule: string; readonly choice: string })[] = [
  {
    rule: "plan.status.spelling",
    choice: "upper-snake",
    path: "/v1/plans/PlanHP01",
    answer: { data: { status: "READY_FOR_PRE_APPROVAL" } },
  },
  {
    rule: "plan.status.spelling",
    choice: "upper-snake",
    states: [writer],
    ...change,
    path: "/v1/plans/PlanHP01",
    body: { status: "COMPLETED" },
    answer: { data: { status: "COMPLETED" } },
  },
  {
    rule: "lead.phone.further-keys",
    choice: "kept",
    ...create,
    body: { ...person, phone: { number: "1", country: "CA" } },
    answer: { data: { phone: { number: "1", country: "CA" } } },
  },
  { rule: "lead.required", choice: "email-only", ...create, body: { email: "new@example.com" } },
  {
    rule: "lead.required",
    choice: "email-and-phone",
    ...create,
    body: { email: "new@example.com", phone: { number: "1" } },
  },
  {
    rule: "lead.required",
    choice: "with-parent",
    ...create,
    body: { ...person, resourceType: "Firm", resourceId: "Harb0rPt" },
  },
  {
    rule: "lead.required.empty",
    choice: "accepted",
    ...create,
    body: { ...person, firstName: "" },
  },
  {
    rule: "lead.text.characters",
    choice: "accepted",
    ...create,
    body: { ...person, firstName: "N\u0007" },
  },
  {
    rule: "lead.email.length",
    choice: "320",
    ...create,
    body: { ...person, email: `new@${"long.".repeat(51)}example.com` },
  },
  { rule: "lead.unknown-field", choice: "ignored", ...create, body: { ...person, colour: "red" } },
  {
    rule: "lead.parent-fields",
    choice: "ignored",
    ...create,
    body: { ...person, resourceType: "Broker", resourceId: 7 },
  },
  { rule: "lead.patch.merge", choice: "merged", ...change, body: { phone: { extension: "7" } } },
  {
    rule: "client-data.enrichment",
    choice: "unchecked",
    ...create,
    body: { ...person, clientData: { sin: 7 } },
  },
  {
    rule: "client-data.date-of-birth.other",
    choice: "accepted",
    ...create,
    body: { ...person, clientData: { dateOfBirth: "1980/01/01" } },
  },
  {
    rule: "client-data.plans.empty",
    choice: "accepted",
    ...create,
    body: { ...person, clientData: { Plans: [] } },
  },
  {
    rule: "plan.type",
    choice: "hosted-tool-types",
    ...create,
    body: { ...person, clientData: { Plans: [{ type: "Switching" }] } },
  },
  {
    rule: "plan.type",
    choice: "any-string",
    ...create,
    body: { ...person, clientData: { Plans: [{ type: "Borrowing" }] } },
  },
  {
    rule: "lead.create.parent-in-body",
    choice: "offered",
    ...create,
    path: "/v1/leads",
    body: { ...person, resourceType: "Firm", resourceId: "Harb0rPt" },
  },
  { rule: "list.limit", choice: "clamped", ...list, query: { limit: ["500"] } },
  { rule: "list.limit", choice: "clamped", ...list, query: { limit: ["many"] } },
  { rule: "list.offset", choice: "zero", ...list, query: { offset: ["-1"] } },
  { rule: "list.order", choice: "ignored", ...list, query: { order: ["oops"] } },
  { rule: "list.filter.invalid", choice: "ignored", ...list, query: { filter: ["oops"] } },
  {
    rule: "list.order.quotes",
    choice: "accepted",
    ...list,
    query: { order: ["[['email','ASC']]"] },
  },
  { rule: "scope.unknown", choice: "ignored", ...list, query: { scope: ["all"] } },
  { rule: "include.unknown", choice: "ignored", ...list, query: { include: ["Firms"] } },
  { rule: "include.unknown", choice: "ignored", path: "/v1/firms", query: { include: ["Leads"] } },
  { rule: "include.spelling", choice: "accepted", ...list, query: { includes: ["Plans"] } },
  {
    rule: "mail.opt-out.values",
    choice: "any-but-false",
    ...create,
    query: { disableClientOutreach: ["yes"] },
    body: person,
  },
  {
    rule: "resource.write.other-fields",
    choice: "ignored",
    states: [writer],
    ...change,
    path: "/v1/plans/PlanHP01",
    body: { name: "Cabin", colour: "red" },
  },
  { rule: "lead.patch.answer", choice: "204", ...change, body: person, status: 204 },
  { rule: "lead.delete", choice: "204", ...change, method: "DELETE", status: 204 },
  { rule: "lead.list-all", choice: "404", ...list, status: 404 },
  { rule: "resource.generic.plans", choice: "404", path: "/v1/plans", status: 404 },
  { rule: "http.version-prefix", choice: "required", path: "/v1/leads/LeadHPa1" },
  { rule: "http.version.other", choice: "accepted", path: "/v2/leads/LeadHPa1" },
  {
    rule: "quota.headers",
    choice: "x-ratelimit",
    path: "/v1/leads/LeadHPa1",
    answerHeaders: { "X-RateLimit-Limit": "50" },
  },
];

type Row = (typeof rows)[number];

/** Choices that decide how whole operations answer, or which rows of theirs are accepted at all. */
const alone = new Set([
  "http.version-prefix",
  "lead.delete",
  "lead.list-all",
  "lead.patch.answer",
  "lead.required",
  "resource.generic.plans",
]);

/**
 * The rows that meet a document together: one row each in a long run, otherwise eight of different rules,
 * because making a document takes longer than verifying an interaction.
 */
function withDocuments(): readonly (readonly Row[])[] {
  const most = sized(8, 1);
  const groups: Row[][] = [];
  for (const row of rows) {
    const isFree = (group: readonly Row[]): boolean =>
      !alone.has(row.rule) &&
      group.length < most &&
      group.every(({ rule }) => rule !== row.rule && !alone.has(rule));
    const group = groups.find(isFree);
    if (group === undefined) groups.push([row]);
    else group.push(row);
  }
  return groups;
}

const interactions = withDocuments().flatMap((group) =>
  group.map(({ rule, choice, states = [], ...said }): Said => ({
    ...said,
    description: `${rows.findIndex((row) => row.rule === rule && row.choice === choice)} ${rule}=${choice} ${said.path ?? ""}`,
    states: [
      ...states,
      ...group.map((one) => ({
        name: "the rule is chosen",
        params: { rule: one.rule, choice: one.choice },
      })),
    ],
  })),
);

// Verification starts its own sandbox, so these tests do not run against a URL.
describe.skipIf(isRemote)("the static check of a pact whose states switch rules", () => {
  it("compares each interaction with the document of its choices", async () => {
    const report = await verified([pactOf(interactions)], { isStatic: true });
    expect(report.interactions).toHaveLength(rows.length);
    const failed = report.interactions.filter(({ passed }) => !passed);
    expect(failed.map(({ description, problems }) => ({ description, problems }))).toEqual([]);
    expect(report.findings.filter(({ severity }) => severity === "error")).toEqual([]);
  });
});
