import { describe, expect, it } from "vitest";

import { at, text } from "../../../support/reply.ts";
import { opened } from "../opened.ts";

/** Far more than an answer counts. */
const many = 10_101;

function times<Item>(item: (index: number) => Item): readonly Item[] {
  return Array.from({ length: many }, (_, index) => item(index));
}

function named<Item>(item: Item): Readonly<Record<string, Item>> {
  return Object.fromEntries(times((index) => [`name ${index}`, item]));
}

const firm = { id: "Firm0001", name: "Firm", firmType: "Partner" };
const member = { id: "Member01", firmId: "Firm0001", email: "a@example.com" };
const lead = {
  id: "Lead0001",
  email: "a@example.com",
  resourceType: "Firm",
  resourceId: "Nowhere",
};
const plan = { id: "Plan0001", clientProfileId: "Nobody", type: "Buying", status: "New" };
const key = { firmId: "Harb0rPt", roleType: "Partner", environment: "sandbox", quotaPerHour: 1 };
const ofFirm = { ...lead, resourceId: firm.id };
const ownKey = { ...key, id: "key", firmId: firm.id, key: "0b9b1a4e-0c83-4a0e-8d3a-6b4f3b0c8f11" };

const lists = "firms firmMembers referralCodes apiKeys clientProfiles leads plans workflows";

/** A call, and its body with so many problems of one kind. */
const rows: readonly (readonly [title: string, call: string, body: () => unknown])[] = [
  ...lists
    .split(" ")
    .map((list): (typeof rows)[number] => [
      `a world of empty ${list}`,
      "PUT /state",
      () => ({ [list]: times(() => ({})) }),
    ]),
  [
    "Leads without a parent",
    "PUT /state",
    () => ({ leads: times((id) => ({ ...lead, id: `${id}` })) }),
  ],
  ["one Lead repeated", "PUT /state", () => ({ firms: [firm], leads: times(() => ofFirm) })],
  [
    "one key repeated",
    "PUT /state",
    () => ({ firms: [firm], apiKeys: times((id) => ({ ...ownKey, id: `${id}` })) }),
  ],
  ["a Lead's plan_ids", "PUT /state", () => ({ leads: [{ ...lead, plan_ids: times(() => 1) }] })],
  [
    "a Lead with unknown Plans",
    "PUT /state",
    () => ({ firms: [firm], leads: [{ ...ofFirm, plan_ids: times((id) => `${id}`) }] }),
  ],
  ["a Plan's owners", "PUT /state", () => ({ plans: [{ ...plan, owners: times(() => null) }] })],
  [
    "permissions in a world",
    "PUT /state",
    () => ({ firms: [firm], apiKeys: [{ ...ownKey, permissions: times(() => "none") }] }),
  ],
  ["assumptions in a world", "PUT /state", () => ({ assumptions: named("x") })],
  [
    "unknown fields of a member",
    "PUT /state",
    () => ({ firms: [firm], firmMembers: [{ ...member, ...named(1) }] }),
  ],
  ["assumptions", "PUT /assumptions", () => named("x")],
  ["assumptions of a new workspace", "POST /workspaces", () => ({ assumptions: named("x") })],
  ["permissions of a key", "POST /api-keys", () => ({ ...key, permissions: times(() => 1) })],
  ["fields of a fault", "POST /faults", () => ({ then: { status: 422, fields: named(1) } })],
  [
    "errors of a field of a fault",
    "POST /faults",
    () => ({ then: { status: 422, fields: { email: times(() => ({})) } } }),
  ],
  ["headers of a fault", "POST /faults", () => ({ then: { status: 500, headers: named(1) } })],
  [
    "headers to explain",
    "POST /explain",
    () => ({ method: "GET", path: "/v1/leads", headers: named(1) }),
  ],
  [
    "parameters of a provider state",
    "POST /pact/states",
    () => ({ state: "an active lead exists", params: named(1) }),
  ],
  [
    "permissions in a provider state",
    "POST /pact/states",
    () => ({ state: "the API key is valid", params: { permissions: times(() => 1) } }),
  ],
];

describe("the control API with 10,101 problems in a body", () => {
  it.each(rows)("422 with 100 of them and a count: %s", async (_title, call, body) => {
    const { control } = await opened();
    const [method = "", path = ""] = call.split(" ");
    const reply = await control(method, path, body());
    expect(reply.status).toBe(422);
    expect(text(reply, "message")).toMatch(/ And (?:\d+ more|9997 or more others)\.$/);
    expect(Object.values(at(reply, "fields") ?? {}).flat()).toHaveLength(100);
    expect(reply.text.length).toBeLessThan(50_000);
  });

  it("422 with the exact number of problems up to 10,000", async () => {
    const { control } = await opened();
    const reply = await control("PUT", "/state", { firms: times(() => firm).slice(0, 251) });
    expect(text(reply, "message")).toMatch(/ And 247 more\.$/);
    expect(Object.values(at(reply, "fields") ?? {}).flat()).toHaveLength(100);
  });

  it("422 in less than a second of processor time for 300,000 empty Leads", async () => {
    const { fetch } = await opened();
    const body = `{"leads":[${"{},".repeat(299_999)}{}]}`;
    const before = process.threadCpuUsage();
    const reply = await fetch("http://127.0.0.1/_sandbox/state", {
      method: "PUT",
      body,
      headers: { "content-type": "application/json" },
    });
    const { user, system } = process.threadCpuUsage(before);
    expect(reply.status).toBe(422);
    expect(user + system).toBeLessThan(1_000_000);
  });

  it("422 with names cut at 300 characters", async () => {
    const { control } = await opened();
    const reply = await control("PUT", "/state", {
      ["n".repeat(1_000_000)]: 1,
      assumptions: { ["r".repeat(1_000_000)]: "x" },
    });
    expect(reply.status).toBe(422);
    expect(reply.text.length).toBeLessThan(5_000);
  });
});
