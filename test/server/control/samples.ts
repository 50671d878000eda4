import type { SandboxOptions } from "../../../src/server/sandbox/sandbox.ts";
import type { Reply } from "../../support/reply.ts";
import { ids } from "../../support/world.ts";
import { served } from "../../world/workspace/served.ts";
import { control, withTwo } from "./access/isolated.ts";
import { restoring, snapshotOf } from "./workspaces/restoring.ts";

/** The input of a call. */
export interface Sample {
  readonly query?: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Sandbox settings that the call needs. */
  readonly sandbox?: SandboxOptions;
  /** Sends the call, where more than a query and a JSON body is needed, and returns its path, too. */
  readonly send?: () => Promise<{ readonly reply: Reply; readonly path: string }>;
}

/** The input of a call for a success; a call without a row needs none. */
export const samples: Readonly<Record<string, Sample>> = {
  "put-public-url": { body: { url: "http://127.0.0.1:21031" } },
  "get-docs": { query: "?urls.primaryName=Lead%20API" },
  "create-workspace": { body: { id: "sampled", fixture: "empty", seed: 7, quotaPerHour: null } },
  "restore-workspace": { send: restoredWorkspace },
  "renew-token": { send: renewedToken },
  "change-workspace": { body: { label: "a failed test", ttlSeconds: 3600 } },
  "drop-workspace": { query: "?afterSeconds=3600" },
  "reset-workspace": { body: {} },
  "put-state": { body: { firms: [{ id: "NewFirm1", name: "New", firmType: "Partner" }] } },
  "take-snapshot": { body: { name: "another" } },
  "put-workflows": {
    body: {
      workflows: [
        {
          id: "archive",
          method: "POST",
          request: { type: "object", required: ["leadId"] },
          steps: [
            {
              name: "gone",
              method: "DELETE",
              path: "/leads/{leadId}",
              params: { leadId: { $from: "/body/leadId" } },
            },
          ],
          answer: { status: 200, body: { data: { $from: "/steps/gone/data" } } },
        },
      ],
    },
  },
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
  "move-plan": { body: { status: "Pre-approved", amount: 400_000 } },
  "link-plan": { body: { firmId: ids.partnerFirm } },
  "open-private-plan": { body: { type: "Renewal", name: "Cottage" } },
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
  "put-clock": { body: { mode: "frozen", now: "2026-03-03T00:00:00Z" } },
  "advance-clock": { body: { by: "PT1H" } },
  "put-quota": { body: { quotaPerHour: 60 } },
  "use-quota": { body: { count: 3, over: "PT10M" } },
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
  "release-held-requests": { body: { action: "refuse", status: 503, message: "Busy" } },
  "list-emails": { query: "?kind=welcome&to=example.com&since=2026-01-01T00:00:00Z&limit=1" },
  "wait-for-email": { query: "?kind=welcome&timeoutMs=0" },
  "count-emails": { query: "?kind=welcome" },
  "relay-email": { sandbox: { smtpUrl: "smtp://127.0.0.1:9" } },
  "list-requests": { query: "?method=POST&status=201&operationId=post-leads-for-firm" },
  "count-requests": { query: "?status=201" },
  "wait-for-requests": { query: "?status=201&count=1&timeoutMs=0" },
  "get-report": { query: "?links=true" },
  "list-events": { query: "?after=1" },
  explain: { body: { method: "GET", path: "/v1/leads?limit=1", headers: { accept: "*/*" } } },
  "put-assumptions": { body: { "lead.delete": "204" } },
  "put-assumption": { body: { choice: "204" } },
  "change-provider-state": {
    body: {
      state: "an active lead exists",
      params: { leadId: "StateLead", email: "stage@example.com" },
      action: "setup",
      consumer: "partner-portal",
    },
  },
  "get-pact": { query: "?consumer=partner-portal&provider=lead-api" },
};

async function restoredWorkspace() {
  const sandbox = served();
  const path = "/workspaces/restore?id=copy";
  return { reply: await restoring(sandbox, await snapshotOf(sandbox), path), path };
}

async function renewedToken() {
  const { send } = await withTwo();
  const path = "/workspaces/mine/token";
  return { reply: await send("POST", `/_sandbox${path}`, control), path };
}
