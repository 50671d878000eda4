/** Every action of `act`. What loses data is not here but in `reset`. */
import { planFault } from "../../server/control/faults/faults.ts";
import { releaseFault } from "../../server/control/faults/release.ts";
import { issueApiKey, revokeApiKey } from "../../server/control/people/api-keys.ts";
import { archiveLead } from "../../server/control/people/leads.ts";
import { linkPlan, movePlan } from "../../server/control/people/plans.ts";
import { convertOneLead, signUp } from "../../server/control/people/sign-ups.ts";
import { advanceClock, putClock } from "../../server/control/time-and-quotas/clock.ts";
import { putQuota, refillQuota, useQuota } from "../../server/control/time-and-quotas/quotas.ts";
import { putAssumption } from "../../server/control/workspaces/assumptions.ts";
import type { Action } from "./action.ts";

const leadId = "{leadId}";
const planId = "{planId}";
const apiKeyId = "{keyId}";

export const actions = {
  sign_up: {
    operation: signUp,
    places: { email: "email", environment: "environment" },
    shows: "mails",
  },
  convert_lead: { operation: convertOneLead, places: { leadId }, shows: "leads" },
  archive_lead: { operation: archiveLead, places: { leadId }, shows: "leads" },
  move_plan: {
    operation: movePlan,
    places: { planId, status: "status", amount: "amount" },
    shows: "leads",
  },
  link_plan: { operation: linkPlan, places: { planId, firmId: "firmId" }, shows: "keys" },
  advance_time: {
    operation: advanceClock,
    places: { by: "by", to: "to", untilAllowed: "untilAllowed" },
    shows: "clock",
  },
  freeze_time: {
    operation: putClock,
    places: { now: "now" },
    constants: { mode: "frozen" },
    shows: "clock",
  },
  run_time: {
    operation: putClock,
    places: { rate: "rate" },
    constants: { mode: "system" },
    shows: "clock",
  },
  use_quota: { operation: useQuota, places: { apiKeyId, count: "count" }, shows: "quotas" },
  refill_quota: { operation: refillQuota, places: { apiKeyId }, shows: "quotas" },
  set_quota: {
    operation: putQuota,
    places: { apiKeyId, quotaPerHour: "quotaPerHour" },
    shows: "quotas",
  },
  plan_fault: {
    operation: planFault,
    places: {
      status: "then.status",
      kind: "then.kind",
      when: "then.when",
      operationId: "match.operationId",
      delayMs: "then.delayMs",
      times: "times",
    },
    constants: { then: {} },
    shows: "faults",
  },
  release: {
    operation: releaseFault,
    places: { faultId: "{faultId}", release: "action", requestId: "requestId", status: "status" },
    shows: "faults",
  },
  issue_key: {
    operation: issueApiKey,
    places: {
      firmId: "firmId",
      roleType: "roleType",
      environment: "environment",
      permissions: "permissions",
    },
    shows: "keys",
  },
  revoke_key: { operation: revokeApiKey, places: { apiKeyId }, shows: "keys" },
  choose: {
    operation: putAssumption,
    places: { rule: "{ruleId}", choice: "choice" },
    shows: "assumptions",
  },
} as const satisfies Readonly<Record<string, Action>>;

export type ActionName = keyof typeof actions;

export function isActionName(name: unknown): name is ActionName {
  return typeof name === "string" && Object.hasOwn(actions, name);
}
