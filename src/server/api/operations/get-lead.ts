import * as schemas from "../answers/schemas.ts";
import { leadAnswer } from "../answers/wire.ts";
import { recordParameters, recordRefusals } from "../queries/query-schemas.ts";
import { recordQuery } from "../queries/query.ts";
import type { ApiOperation } from "../routes/call.ts";
import { accessRefusals, visibleLead } from "./access.ts";

/** GET `/leads/{leadId}`: one Lead (interface 4.1). */
export const getLead: ApiOperation = {
  id: "get-lead",
  summary: "Read a Lead",
  clause: "4.1",
  standing: "documented",
  subject: "leads",
  does: "read",
  method: "GET",
  path: "/leads/{leadId}",
  query: recordParameters("leads"),
  status: 200,
  answer: schemas.single(schemas.Lead),
  permission: "leads:read",
  rules: ["lead.get", "lead.fields"],
  refusals: {
    ...accessRefusals,
    403: [...accessRefusals[403], "include.permission"],
    422: recordRefusals,
  },
  run(call) {
    const id = call.params["leadId"] ?? "";
    const asksForDeleted = call.query.get("scope") === "withDeleted";
    const lead = visibleLead(call, id, asksForDeleted);
    const { include } = recordQuery(call, "leads");
    return leadAnswer(call, 200, lead, include);
  },
};
