import { issueApiKey, listApiKeys, revokeApiKey } from "./api-keys.ts";
import { getAssumptions, putAssumption, putAssumptions } from "./assumptions.ts";
import { advanceClock, getClock, putClock } from "./clock.ts";
import { getConsole, getConsoleAsset } from "./console.ts";
import { getCoverage } from "./coverage.ts";
import { addFirm, addFirmMember, addReferralCode, setSubscription } from "./directory.ts";
import { getControlDocument, getDocs, getDocsAsset, getEmulatedDocument } from "./documents.ts";
import { getEmail, getEmailHtml, getEmailRaw, getEmailText } from "./email-parts.ts";
import { countEmails, forgetEmails, listEmails, relayEmail, waitForEmail } from "./emails.ts";
import { listEvents } from "./events.ts";
import { explain } from "./explain.ts";
import { releaseFault } from "./fault-release.ts";
import { getFault, listFaults, planFault, removeFault, removeFaults } from "./faults.ts";
import { getHar } from "./har.ts";
import { getKit, listKits } from "./kits.ts";
import { archiveLead, getLead, listLeads, listPlansOfLead } from "./leads.ts";
import { getLlms } from "./llms.ts";
import { getMetrics } from "./metrics.ts";
import type { ControlOperation } from "./operation.ts";
import { changeProviderState, listProviderStates } from "./pact-states.ts";
import { getPact } from "./pact.ts";
import { linkPlan, movePlan, openPrivatePlan } from "./plans.ts";
import { listQuotas, putQuota, refillQuota, useQuota } from "./quotas.ts";
import { getReport } from "./report.ts";
import { getRequestsHttp } from "./requests-http.ts";
import {
  countRequests,
  forgetRequests,
  getRequest,
  listRequests,
  waitForRequests,
} from "./requests.ts";
import { getHealth, getPublicUrl, getRules, putPublicUrl } from "./server.ts";
import { closeSession, openSession } from "./session.ts";
import { convertOneLead, signUp } from "./sign-ups.ts";
import {
  deleteSnapshot,
  downloadSnapshot,
  getSnapshotState,
  listSnapshots,
  restoreSnapshot,
  takeSnapshot,
} from "./snapshots.ts";
import { getState, putState, resetWorkspace } from "./state.ts";
import { getTrial } from "./trial.ts";
import { getWorkflows, putWorkflows } from "./workflows.ts";
import {
  changeWorkspace,
  createWorkspace,
  dropWorkspace,
  getWorkspace,
  listWorkspaces,
} from "./workspaces.ts";

/**
 * Every call of the control plane. To add one, add a file and a row here. For overlapping paths, the first row
 * matches.
 */
export const controlOperations: readonly ControlOperation[] = [
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
  getWorkspace,
  changeWorkspace,
  dropWorkspace,
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
  getAssumptions,
  putAssumptions,
  putAssumption,
  listProviderStates,
  changeProviderState,
  getPact,
];
