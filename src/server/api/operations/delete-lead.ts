import { archiveLead } from "../../../world/platform/archive-lead.ts";
import * as schemas from "../answers/schemas.ts";
import { leadAnswer } from "../answers/wire.ts";
import { NoParameters } from "../queries/query-schemas.ts";
import { noQuery } from "../queries/query.ts";
import type { ApiOperation } from "../routes/call.ts";
import { accessRefusals, visibleLead } from "./access.ts";

/** DELETE `/leads/{leadId}`: archives a Lead, by the generic pattern (interface 2.6, 4.2; rule lead.delete). */
export const deleteLead: ApiOperation = {
  id: "delete-lead",
  summary: "Archive a Lead",
  clause: "4.2",
  standing: "assumed",
  subject: "leads",
  does: "delete",
  method: "DELETE",
  path: "/leads/{leadId}",
  query: NoParameters,
  status: 200,
  answer: schemas.single(schemas.Lead),
  permission: "leads:delete",
  rules: ["lead.delete", "state.archive"],
  noContentUnder: "lead.delete",
  refusals: { ...accessRefusals, 422: ["query.unknown"] },
  run(call) {
    const lead = visibleLead(call, call.params["leadId"] ?? "", false, "not");
    noQuery(call);
    const archived = archiveLead(call.workspace, lead, "partner");
    return call.trace.choice("lead.delete") === "204"
      ? { status: 204, body: null }
      : leadAnswer(call, 200, archived);
  },
};
