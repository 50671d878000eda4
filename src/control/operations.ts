import { issueApiKey, listApiKeys, revokeApiKey } from "./api-keys.ts";
import { getAssumptions, putAssumptions } from "./assumptions.ts";
import { advanceClock, getClock, putClock } from "./clock.ts";
import { emailParts, forgetEmails, getEmail, listEmails, waitForEmail } from "./emails.ts";
import { listEvents } from "./events.ts";
import { archiveLead, getLead, listLeads } from "./leads.ts";
import type { ControlOperation } from "./operation.ts";
import { linkPlan, movePlan, openPrivatePlan } from "./plans.ts";
import { listQuotas, putQuota, refillQuota, useQuota } from "./quotas.ts";
import { countRequests, forgetRequests, listRequests } from "./requests.ts";
import { getHealth, getRules } from "./server.ts";
import { convertOneLead, signUp } from "./sign-ups.ts";
import {
  createWorkspace,
  dropWorkspace,
  getWorkspace,
  listWorkspaces,
  resetWorkspace,
} from "./workspaces.ts";

/** Every call of the tester's plane: a new one is a file and a row here. Where paths overlap, the first row wins. */
export const controlOperations: readonly ControlOperation[] = [
  getHealth,
  getRules,
  listWorkspaces,
  createWorkspace,
  getWorkspace,
  dropWorkspace,
  resetWorkspace,
  signUp,
  listLeads,
  getLead,
  convertOneLead,
  archiveLead,
  movePlan,
  linkPlan,
  openPrivatePlan,
  listApiKeys,
  issueApiKey,
  revokeApiKey,
  getClock,
  putClock,
  advanceClock,
  listQuotas,
  putQuota,
  useQuota,
  refillQuota,
  listEmails,
  waitForEmail,
  forgetEmails,
  getEmail,
  ...emailParts,
  listRequests,
  countRequests,
  forgetRequests,
  listEvents,
  getAssumptions,
  putAssumptions,
];
