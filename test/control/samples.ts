import type { SandboxOptions } from "../../src/sandbox.ts";
import { ids } from "../support/world.ts";

/** What a call is sent. */
export interface Sample {
  readonly query?: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Settings that the call needs. */
  readonly sandbox?: SandboxOptions;
}

/** What each call is sent for a success: a call without a row here fails. */
export const samples: Readonly<Record<string, Sample>> = {
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
  "relay-email": { sandbox: { smtpUrl: "smtp://127.0.0.1:9" } },
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
  "list-provider-states": {},
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
