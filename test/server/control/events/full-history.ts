import { expect } from "vitest";

import { permissions } from "../../../../src/domain/model/api-key.ts";
import type { EventType } from "../../../../src/world/workspace/logs/events.ts";
import { issueKey } from "../../../conformance/cases.ts";
import type { Reply } from "../../../support/reply.ts";
import { text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids } from "../../../support/world.ts";
import { heldBy, release } from "../faults/held-faults.ts";
import { planFault } from "../faults/planned-faults.ts";

/** The type of an event and a subset of its data. */
export type Told = readonly [type: EventType, data: Readonly<Record<string, unknown>>];

/** An action of a tester or a client, with all of its events. */
export interface HistoryStep {
  readonly name: string;
  readonly run: (world: World) => Promise<Reply>;
  readonly expected: readonly Told[];
}

const ofFirm = `/v1/firms/${ids.partnerFirm}/leads`;
const client = {
  email: "hans.history@example.com",
  firstName: "Hans",
  lastName: "Hahn",
  clientData: { Plans: [{ type: "Buying" }, { type: "Switch" }] },
};
const member = {
  id: "Member1",
  firmId: "New1",
  firstName: "Mo",
  lastName: "Mu",
  email: "mo@new.example",
};
const anyId = expect.stringMatching(/^\w{8}$/);
const request = (method: string, status: number): Told => [
  "request",
  { id: expect.stringMatching(/^req_/), method, path: expect.any(String), status },
];

/** A step of one call of the control API. */
function control(name: string, call: string, body: unknown, ...expected: Told[]): HistoryStep {
  const [method = "", path = ""] = call.split(" ");
  return { name, run: (world) => world.control(method, path, body), expected };
}

/** A history with every kind of action in a workspace, and the events of each step. */
export const fullHistory: readonly HistoryStep[] = [
  {
    name: "a Lead is created",
    run: (world) => world.api("POST", ofFirm, { body: client }),
    expected: [
      ["lead.created", { id: anyId }],
      ["staff.assigned", { leadId: anyId }],
      ["mail.captured", { id: anyId, kind: "welcome", to: [client.email] }],
      request("POST", 201),
    ],
  },
  {
    name: "a Lead is changed",
    run: (world) =>
      world.api("PATCH", `/v1/leads/${ids.activeLead}`, { body: { firstName: "Ada" } }),
    expected: [["lead.updated", { id: ids.activeLead, state: "Active" }], request("PATCH", 200)],
  },
  control(
    "the client signs up",
    "POST /sign-ups",
    { email: client.email },
    ["client.signed-up", { id: anyId, email: client.email }],
    ["plan.created", { id: anyId, clientProfileId: anyId, leadId: anyId }],
    ["plan.created", { id: anyId, clientProfileId: anyId, leadId: anyId }],
    ["lead.converted", { id: anyId, clientProfileId: anyId }],
    ["mail.captured", { kind: "converted", to: ["olive.owner@harbour-point.example"] }],
  ),
  {
    name: "a partner archives a Lead",
    run: (world) => world.api("DELETE", `/v1/leads/${ids.activeLead}`),
    expected: [["lead.archived", { id: ids.activeLead, by: "partner" }], request("DELETE", 200)],
  },
  control("the platform archives a Lead", `POST /leads/${ids.memberLead}/archive`, undefined, [
    "lead.archived",
    { id: ids.memberLead, by: "platform" },
  ]),
  control(
    "a client opens a Plan",
    `POST /client-profiles/${ids.clientProfile}/plans`,
    { type: "Renewal" },
    ["plan.created", { clientProfileId: ids.clientProfile, leadId: null }],
  ),
  control(
    "staff link a Plan",
    `POST /plans/${ids.privatePlan}/owners`,
    { firmId: ids.realtyFirm },
    ["plan.linked", { id: ids.privatePlan, firmId: ids.realtyFirm }],
  ),
  {
    name: "a key with every permission creates, changes and deletes a referral code",
    async run(world) {
      const { key } = await issueKey(world, { permissions });
      const made = await world.api("POST", "/v1/referralCodes", { key, body: {} });
      const path = `/v1/referralCodes/${text(made, "data.id")}`;
      await world.api("PATCH", path, { key, body: {} });
      return world.api("DELETE", path, { key });
    },
    expected: [
      ["key.issued", { id: anyId }],
      ["record.created", { resource: "referralCodes", id: anyId }],
      request("POST", 201),
      ["record.updated", { resource: "referralCodes", id: anyId }],
      request("PATCH", 200),
      ["record.deleted", { resource: "referralCodes", id: anyId }],
      request("DELETE", 200),
    ],
  },
  control(
    "a Plan moves",
    `POST /plans/${ids.plan}/status`,
    { status: "Completed" },
    ["plan.moved", { id: ids.plan, from: "Ready for Pre-approval", to: "Completed" }],
    ["mail.captured", { kind: "plan-updated", to: ["olive.owner@harbour-point.example"] }],
  ),
  control("a Firm is added", "POST /firms", { id: "New1", name: "New", firmType: "Realty" }, [
    "firm.added",
    { id: "New1" },
  ]),
  control("a member is added", "POST /firm-members", member, [
    "firm-member.added",
    { id: "Member1", firmId: "New1" },
  ]),
  control("a code is added", "POST /referral-codes", { id: "Code1", firmId: "New1" }, [
    "referral-code.added",
    { id: "Code1", firmId: "New1" },
  ]),
  control("a member subscribes", "POST /subscriptions", { firmMemberId: "Member1" }, [
    "subscription.set",
    { firmMemberId: "Member1", active: true },
  ]),
  {
    name: "a quota is set, used and refilled",
    async run(world) {
      const path = `/quotas/${world.keyIds.realtor}`;
      await world.control("PUT", path, { quotaPerHour: 60 });
      await world.control("POST", `${path}/use`, { count: 3 });
      return world.control("POST", `${path}/refill`);
    },
    expected: [
      ["quota.set", { keyId: "MRkeySbx", quotaPerHour: 60 }],
      ["quota.used", { keyId: "MRkeySbx", count: 3 }],
      ["quota.refilled", { keyId: "MRkeySbx" }],
    ],
  },
  {
    name: "a key is issued, and another revoked",
    async run(world) {
      await world.control("POST", "/api-keys", {
        firmId: "New1",
        roleType: "Realtor",
        environment: "sandbox",
        expiresAt: "2026-03-02T10:00:00.000Z",
      });
      return world.control("DELETE", `/api-keys/${world.keyIds["realtor-production"]}`);
    },
    expected: [
      ["key.issued", { id: anyId, firmId: "New1" }],
      ["key.revoked", { id: "MRkeyPrd" }],
    ],
  },
  {
    name: "a fault is planned for later, and one for the next request",
    async run(world) {
      await world.control("POST", "/faults", {
        match: { path: "/never" },
        then: { status: 500 },
        startsAt: "2026-03-02T09:30:00.000Z",
        expiresAt: "2026-03-02T09:45:00.000Z",
      });
      await world.control("POST", "/faults", { then: { status: 503 }, times: 1 });
      return world.api("GET", "/v1/leads");
    },
    expected: [
      ["fault.planned", { id: anyId }],
      ["fault.planned", { id: anyId }],
      ["fault.met", { id: anyId, requestId: expect.stringMatching(/^req_/) }],
      request("GET", 503),
    ],
  },
  control(
    "time passes, and scheduled events happen",
    "POST /clock/advance",
    { by: "PT2H" },
    ["fault.started", { id: anyId }],
    ["fault.expired", { id: anyId }],
    ["key.expired", { id: anyId }],
    [
      "clock.moved",
      { from: "2026-03-02T09:00:00.000Z", to: "2026-03-02T11:00:00.000Z", mode: "frozen" },
    ],
  ),
  control(
    "the faults are taken back",
    "DELETE /faults",
    undefined,
    ["fault.removed", { id: anyId }],
    ["fault.removed", { id: anyId }],
  ),
  {
    name: "a request is held and released",
    async run(world) {
      const id = await planFault(world, { then: { kind: "hold" }, times: 1 });
      const waiting = world.api("GET", "/v1/leads");
      await heldBy(world, id);
      await release(world, id, { action: "continue" });
      const reply = await waiting;
      await world.control("DELETE", `/faults/${id}`);
      return reply;
    },
    expected: [
      ["fault.planned", { id: anyId }],
      ["fault.met", { id: anyId, requestId: expect.stringMatching(/^req_/) }],
      ["fault.held", { id: anyId, method: "GET", path: "/v1/leads" }],
      ["fault.released", { id: anyId, action: "continue" }],
      request("GET", 200),
      ["fault.removed", { id: anyId }],
    ],
  },
  control("a rule is switched", "PUT /assumptions", { "lead.delete": "204" }, [
    "assumptions.set",
    { "lead.delete": "204" },
  ]),
  control("workflows are replaced", "PUT /workflows", { workflows: [] }, [
    "workflows.set",
    { count: 0 },
  ]),
  {
    name: "a snapshot is taken and deleted",
    async run(world) {
      await world.control("POST", "/snapshots", { name: "kept" });
      return world.control("DELETE", "/snapshots/kept");
    },
    expected: [
      ["snapshot.taken", { name: "kept" }],
      ["snapshot.deleted", { name: "kept" }],
    ],
  },
];
