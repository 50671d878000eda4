import { postLead, postLeadForFirm, postLeadForFirmMember } from "../operations/create-lead.ts";
import { deleteLead } from "../operations/delete-lead.ts";
import { getLead } from "../operations/get-lead.ts";
import { getLeads, getLeadsForFirm, getLeadsForFirmMember } from "../operations/list-leads.ts";
import { patchLead } from "../operations/patch-lead.ts";
import { readResources } from "../operations/read-resources.ts";
import { runWorkflow } from "../operations/run-workflow.ts";
import { writeResources } from "../operations/write-resources.ts";
import type { ApiOperation } from "./call.ts";

/** The endpoints that a step of a workflow can call. */
const others: readonly ApiOperation[] = [
  postLeadForFirm,
  postLeadForFirmMember,
  getLead,
  getLeadsForFirm,
  getLeadsForFirmMember,
  getLeads,
  postLead,
  patchLead,
  deleteLead,
  ...readResources,
  ...writeResources,
];

/** Every endpoint of the emulated API. To add one, add a file and a row here. */
export const apiOperations: readonly ApiOperation[] = [...others, ...runWorkflow(others)];
