import type { ApiOperation } from "./call.ts";
import { postLead, postLeadForFirm, postLeadForFirmMember } from "./create-lead.ts";
import { deleteLead } from "./delete-lead.ts";
import { getLead } from "./get-lead.ts";
import { getLeads, getLeadsForFirm, getLeadsForFirmMember } from "./list-leads.ts";
import { patchLead } from "./patch-lead.ts";
import { readResources } from "./read-resources.ts";
import { runWorkflow } from "./run-workflow.ts";
import { writeResources } from "./write-resources.ts";

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
