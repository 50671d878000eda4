import { describe, expect, it } from "vitest";

import { controlOperations } from "../../src/control/operations.ts";
import { ids } from "../support/world.ts";
import { newFilledWorld, sendRaw } from "./paths.ts";

interface Sample {
  readonly query?: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** What each call is sent for a success: a call without a row here fails. */
const samples: Readonly<Record<string, Sample>> = {
  "get-health": {},
  "get-rules": {},
  "get-control-document": {},
  "get-emulated-document": {},
  "get-docs": { query: "?urls.primaryName=Lead%20API" },
  "get-docs-asset": {},
  "list-workspaces": {},
  "create-workspace": { body: { id: "sampled", fixture: "empty", seed: 7, quotaPerHour: null } },
  "get-workspace": {},
  "drop-workspace": {},
  "reset-workspace": { body: {} },
  "get-state": {},
  "put-state": { body: { firms: [{ id: "NewFirm1", name: "New", firmType: "Partner" }] } },
  "list-snapshots": {},
  "take-snapshot": { body: { name: "another" } },
  "restore-snapshot": {},
  "download-snapshot": {},
  "delete-snapshot": {},
  "add-firm": { body: { id: "NewFirm1", name: "New", firmType: "Partner", colour: "#aabbcc" } },
  "add-firm-member": {
    body: {
      firmId: ids.partnerFirm,
      email: "nina.new@example.com",
      firstName: "Nina",
      lastName: "New",
      isOwner: true,
      subscription: "active",
    },
  },
  "add-referral-code": { body: { firmId: ids.partnerFirm } },
  "set-subscription": { body: { firmMemberId: ids.partnerMember, active: false } },
  "sign-up": { body: { email: "anna.active@example.com", firstName: "Anna" } },
  "list-leads": { query: "?limit=2&offset=1" },
  "get-lead-state": {},
  "convert-lead": {},
  "archive-lead": {},
  "move-plan": { body: { status: "Pre-approved", amount: 400_000 } },
  "link-plan": { body: { firmId: ids.partnerFirm } },
  "open-private-plan": { body: { type: "Renewal", name: "Cottage" } },
  "list-api-keys": {},
  "issue-api-key": {
    body: {
      firmId: ids.partnerFirm,
      roleType: "Partner",
      environment: "sandbox",
      quotaPerHour: 60,
      permissions: ["leads:read"],
      expiresAt: "2027-01-01T00:00:00.000Z",
    },
  },
  "revoke-api-key": {},
  "get-clock": {},
  "put-clock": { body: { mode: "frozen", now: "2026-03-03T00:00:00Z" } },
  "advance-clock": { body: { by: "PT1H" } },
  "list-quotas": {},
  "put-quota": { body: { quotaPerHour: 60 } },
  "use-quota": { body: { count: 3, over: "PT10M" } },
  "refill-quota": {},
  "list-faults": {},
  "plan-fault": {
    body: {
      match: { method: "POST", path: "/firms/*/leads", operationId: "post-leads-for-firm" },
      then: { status: 503, message: "Busy", delayMs: 5, headers: { "retry-after": "1" } },
      times: 2,
      probability: 0.5,
      startsAt: "2026-12-01T00:00:00Z",
      expiresAt: "2027-01-01T00:00:00Z",
    },
  },
  "remove-faults": {},
  "remove-fault": {},
  "list-emails": { query: "?kind=welcome&to=example.com&since=2026-01-01T00:00:00Z&limit=1" },
  "wait-for-email": { query: "?kind=welcome&timeoutMs=0" },
  "forget-emails": {},
  "get-email": {},
  "get-email-raw": {},
  "get-email-html": {},
  "get-email-text": {},
  "list-requests": { query: "?method=POST&status=201&operationId=post-leads-for-firm" },
  "count-requests": { query: "?status=201" },
  "wait-for-requests": { query: "?status=201&count=1&timeoutMs=0" },
  "get-requests-har": {},
  "get-request": {},
  "forget-requests": {},
  "list-events": { query: "?after=1" },
  explain: { body: { method: "GET", path: "/v1/leads?limit=1", headers: { accept: "*/*" } } },
  "get-coverage": {},
  "get-assumptions": {},
  "put-assumptions": { body: { "lead.delete": "204" } },
};

const rows = controlOperations.map((operation) => ({ id: operation.id, operation }));

describe("the calls of the control API", () => {
  it("have an id of their own each, and each a sample here", () => {
    const names = controlOperations.map(({ id }) => id);
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(samples).toSorted()).toEqual(names.toSorted());
  });

  it.each(rows)("$id answers what it says it answers", async ({ id, operation }) => {
    const { world, pathOf } = await newFilledWorld();
    const { query = "", body } = samples[id] ?? {};
    const path = pathOf(operation) + query;
    const reply =
      body === undefined
        ? await world.api(operation.method, path, { key: null })
        : await sendRaw(world, operation.method, path, JSON.stringify(body));
    expect(`${reply.status} ${reply.text}`).toMatch(new RegExp(`^${operation.status} `));
    const checked = operation.answer?.safeParse(reply.json);
    expect(checked?.success === false ? `${reply.text} ${checked.error.message}` : "").toBe("");
    expect(reply.json === null).toBe(operation.answer === null);
  });

  it.each(rows.filter(({ operation }) => operation.level === "workspace"))(
    "$id exists for the default workspace too",
    async ({ operation }) => {
      const { world, pathOf } = await newFilledWorld();
      const path = pathOf(operation).replace(`/workspaces/${world.id}`, "");
      const reply = await world.api(operation.method, `${path}?nonsense=1`, { key: null });
      expect(`${reply.status} ${reply.text}`).toContain("422 ");
      expect(reply.text).toContain("nonsense");
    },
  );
});

describe("a control call", () => {
  it("is neither journaled nor metered, also with a key that is used up (5.8, 8)", async () => {
    const { world } = await newFilledWorld();
    await world.control("PUT", `/quotas/${world.keyIds.partner}`, { quotaPerHour: 1 });
    const before = (await world.control("GET", "/requests")).text;
    for (const path of ["/leads", "/quotas", "/nope"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as a meter would count them
      await world.api("GET", `/_sandbox/workspaces/${world.id}${path}`);
    }
    expect((await world.control("GET", "/requests")).text).toBe(before);
    expect((await world.control("GET", "/quotas")).text).toContain('"usedLastHour":1');
  });
});
