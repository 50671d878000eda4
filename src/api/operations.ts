import type { ApiOperation } from "./call.ts";
import { postLead, postLeadForFirm, postLeadForFirmMember } from "./create-lead.ts";
import { deleteLead } from "./delete-lead.ts";
import { getLead } from "./get-lead.ts";
import { newLeadSchemas } from "./lead-schema.ts";
import { getLeads, getLeadsForFirm, getLeadsForFirmMember } from "./list-leads.ts";
import { patchLead } from "./patch-lead.ts";
import { readResources } from "./read-resources.ts";
import { runWorkflow } from "./run-workflow.ts";
import { writeResources } from "./write-resources.ts";

/** Every endpoint of the emulated API. To add one, add a file and a row here. */
export function apiOperations(): readonly ApiOperation[] {
  const leadSchemas = newLeadSchemas();
  const others = [
    postLeadForFirm(leadSchemas),
    postLeadForFirmMember(leadSchemas),
    getLead,
    getLeadsForFirm,
    getLeadsForFirmMember,
    getLeads,
    postLead(leadSchemas),
    patchLead(leadSchemas),
    deleteLead,
    ...readResources(),
    ...writeResources(),
  ];
  return [...others, ...runWorkflow(others)];
}
