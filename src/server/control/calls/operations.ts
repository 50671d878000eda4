import { closeSession, openSession } from "../access/session.ts";
import { getConsole, getConsoleAsset } from "../documents/console.ts";
import {
  getControlDocument,
  getDocs,
  getDocsAsset,
  getEmulatedDocument,
} from "../documents/documents.ts";
import { getKit, listKits } from "../documents/kits.ts";
import { getLlms } from "../documents/llms.ts";
import { listEvents } from "../events/events.ts";
import { getFault, listFaults, planFault, removeFault, removeFaults } from "../faults/faults.ts";
import { releaseFault } from "../faults/release.ts";
import { countEmails, forgetEmails, listEmails, relayEmail, waitForEmail } from "../mail/emails.ts";
import { getEmail, getEmailHtml, getEmailRaw, getEmailText } from "../mail/parts.ts";
import { issueApiKey, listApiKeys, revokeApiKey } from "../people/api-keys.ts";
import { addFirm, addFirmMember, addReferralCode, setSubscription } from "../people/directory.ts";
import { archiveLead, getLead, listLeads, listPlansOfLead } from "../people/leads.ts";
import { linkPlan, movePlan, openPrivatePlan } from "../people/plans.ts";
import { convertOneLead, signUp } from "../people/sign-ups.ts";
import { changeProviderState, listProviderStates } from "../provider-states/pact-states.ts";
import { getCoverage } from "../requests/coverage.ts";
import { explain } from "../requests/explain.ts";
import { getHar } from "../requests/har.ts";
import { getRequestsHttp } from "../requests/http.ts";
import { getPact } from "../requests/pact.ts";
import { getReport } from "../requests/report.ts";
import {
  countRequests,
  forgetRequests,
  getRequest,
  listRequests,
  waitForRequests,
} from "../requests/requests.ts";
import { getMetrics } from "../server/metrics.ts";
import { getHealth, getPublicUrl, getRules, putPublicUrl } from "../server/server.ts";
import { advanceClock, getClock, putClock } from "../time-and-quotas/clock.ts";
import { listQuotas, putQuota, refillQuota, useQuota } from "../time-and-quotas/quotas.ts";
import { getAssumptions, putAssumption, putAssumptions } from "../workspaces/assumptions.ts";
import { getNext } from "../workspaces/next.ts";
import { restoreWorkspace } from "../workspaces/restore.ts";
import {
  deleteSnapshot,
  downloadSnapshot,
  getSnapshotState,
  listSnapshots,
  restoreSnapshot,
  takeSnapshot,
} from "../workspaces/snapshots.ts";
import { getState, putState, resetWorkspace } from "../workspaces/state.ts";
import { renewToken } from "../workspaces/token.ts";
import { getTrial } from "../workspaces/trial.ts";
import { getWorkflows, putWorkflows } from "../workspaces/workflows.ts";
import {
  changeWorkspace,
  createWorkspace,
  dropWorkspace,
  getWorkspace,
  listWorkspaces,
} from "../workspaces/workspaces.ts";
import type { ControlOperation } from "./operation.ts";

/**
 * Every call of the control plane. To add one, add a file and a row here. For overlapping paths, the first row
 * matches.
 */
export const controlOperations = [
  getHealth,
  getPublicUrl,
  putPublicUrl,
  getRules,
  getMetrics,
  getLlms,
  getControlDocument,
  getEmulatedDocument,
  getDocs,
  getDocsAsset,
  getConsole,
  getConsoleAsset,
  listKits,
  getKit,
  openSession,
  closeSession,
  listWorkspaces,
  createWorkspace,
  restoreWorkspace,
  getWorkspace,
  changeWorkspace,
  dropWorkspace,
  renewToken,
  resetWorkspace,
  getState,
  putState,
  listSnapshots,
  takeSnapshot,
  restoreSnapshot,
  getSnapshotState,
  downloadSnapshot,
  deleteSnapshot,
  getWorkflows,
  putWorkflows,
  addFirm,
  addFirmMember,
  addReferralCode,
  setSubscription,
  signUp,
  listLeads,
  getLead,
  listPlansOfLead,
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
  listFaults,
  planFault,
  removeFaults,
  getFault,
  removeFault,
  releaseFault,
  listEmails,
  countEmails,
  waitForEmail,
  forgetEmails,
  getEmail,
  getEmailRaw,
  getEmailHtml,
  getEmailText,
  relayEmail,
  listRequests,
  countRequests,
  waitForRequests,
  getHar,
  getRequestsHttp,
  getReport,
  getRequest,
  forgetRequests,
  listEvents,
  explain,
  getCoverage,
  getTrial,
  getNext,
  getAssumptions,
  putAssumptions,
  putAssumption,
  listProviderStates,
  changeProviderState,
  getPact,
] as const satisfies readonly ControlOperation[];
