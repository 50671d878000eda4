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
const key = { firmId: "Harb0rPt", roleType: "Partner", environment: "sandbox" };

const rows: readonly {
  readonly title: string;
  readonly call: readonly [method: string, path: string, body: () => unknown];
  readonly count?: number;
}[] = [
  ...[
    "firms",
    "firmMembers",
    "referralCodes",
    "apiKeys",
    "clientProfiles",
    "leads",
    "plans",
    "workflows",
  ].map((list) => ({
    title: `a world of empty ${list}`,
    call: ["PUT", "/state", () => ({ [list]: times(() => ({})) })] as const,
  })),
  {
    title: "Leads without a parent",
    call: ["PUT", "/state", () => ({ leads: times((id) => ({ ...lead, id: `${id}` })) })],
  },
  {
    title: "one Lead repeated",
    call: [
      "PUT",
      "/state",
      () => ({ firms: [firm], leads: times(() => ({ ...lead, resourceId: firm.id })) }),
    ],
  },
  {
    title: "one key repeated",
    call: [
      "PUT",
      "/state",
      () => ({
        firms: [firm],
        apiKeys: times((id) => ({
          ...key,
          id: `${id}`,
          firmId: firm.id,
          key: "0b9b1a4e-0c83-4a0e-8d3a-6b4f3b0c8f11",
        })),
      }),
    ],
  },
  {
    title: "a Lead's plan_ids",
    call: ["PUT", "/state", () => ({ leads: [{ ...lead, plan_ids: times(() => 1) }] })],
  },
  {
    title: "a Lead with unknown Plans",
    call: [
      "PUT",
      "/state",
      () => ({
        firms: [firm],
        leads: [{ ...lead, resourceId: firm.id, plan_ids: times((id) => `${id}`) }],
      }),
    ],
  },
  {
    title: "a Plan's owners",
    call: ["PUT", "/state", () => ({ plans: [{ ...plan, owners: times(() => null) }] })],
  },
  {
    title: "permissions in a world",
    call: [
      "PUT",
      "/state",
      () => ({
        firms: [firm],
        apiKeys: [{ ...key, id: "key", firmId: firm.id, permissions: times(() => "none") }],
      }),
    ],
  },
  { title: "assumptions in a world", call: ["PUT", "/state", () => ({ assumptions: named("x") })] },
  {
    title: "unknown fields of a member",
    call: ["PUT", "/state", () => ({ firms: [firm], firmMembers: [{ ...member, ...named(1) }] })],
  },
  { title: "assumptions", call: ["PUT", "/assumptions", () => named("x")] },
  {
    title: "assumptions of a new workspace",
    call: ["POST", "/workspaces", () => ({ assumptions: named("x") })],
  },
  {
    title: "permissions of a key",
    call: ["POST", "/api-keys", () => ({ ...key, quotaPerHour: 1, permissions: times(() => 1) })],
  },
  {
    title: "fields of a fault",
    call: ["POST", "/faults", () => ({ match: {}, then: { status: 422, fields: named(1) } })],
  },
  {
    title: "errors of a field of a fault",
    call: [
      "POST",
      "/faults",
      () => ({ match: {}, then: { status: 422, fields: { email: times(() => ({})) } } }),
    ],
  },
  {
    title: "headers of a fault",
    call: ["POST", "/faults", () => ({ match: {}, then: { status: 500, headers: named(1) } })],
  },
  {
    title: "headers to explain",
    call: ["POST", "/explain", () => ({ method: "GET", path: "/v1/leads", headers: named(1) })],
  },
  {
    title: "parameters of a provider state",
    call: ["POST", "/pact/states", () => ({ state: "an active lead exists", params: named(1) })],
  },
  {
    title: "permissions in a provider state",
    call: [
      "POST",
      "/pact/states",
      () => ({ state: "the API key is valid", params: { permissions: times(() => 1) } }),
    ],
  },
];

describe("the control API with 10,101 problems in a body", () => {
  it.each(rows)(
    "422 with 100 of them and a count: $title",
    async ({ call: [method, path, body] }) => {
      const { control } = await opened();
      const reply = await control(method, path, body());
      expect(reply.status).toBe(422);
      expect(text(reply, "message")).toMatch(/ And (?:\d+ more|9997 or more others)\.$/);
      expect(Object.values(at(reply, "fields") ?? {}).flat()).toHaveLength(100);
      expect(reply.text.length).toBeLessThan(50_000);
    },
  );

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
