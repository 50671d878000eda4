import type { LeadParentType } from "../../../domain/model/lead.ts";
import type { Refusals } from "../../../network/http/operation.ts";
import * as schemas from "../answers/schemas.ts";
import { okLeadPage } from "../answers/wire.ts";
import { citeTies } from "../queries/order.ts";
import { listParameters, listRefusals } from "../queries/query-schemas.ts";
import { listQuery } from "../queries/query.ts";
import type { ApiAnswer, ApiCall, ApiOperation } from "../routes/call.ts";
import { parentRefusals, listedEnvironment, parentFirm, parentFirmMember } from "./access.ts";
import { citeDeletedMembers, withoutDeletedMembers } from "./deleted-member.ts";

const shared = {
  subject: "leads",
  does: "list",
  method: "GET",
  query: listParameters("leads"),
  status: 200,
  answer: schemas.paginated(schemas.Lead),
  permission: "leads:read",
  refusals: { 403: ["include.permission"], 422: listRefusals("leads") },
} as const;

/** The refusals of a list whose path names its parent. */
const refusalsWithParent = {
  ...shared.refusals,
  ...parentRefusals,
  403: [...parentRefusals[403], "include.permission"],
} as const satisfies Refusals;

/** GET `/firms/{firmId}/leads`: a Firm's Leads (interface 4.1). */
export const getLeadsForFirm: ApiOperation = {
  ...shared,
  id: "get-leads-for-firm",
  summary: "List the Leads of a Firm",
  clause: "4.1",
  standing: "documented",
  path: "/firms/{firmId}/leads",
  rules: ["lead.list", "list.envelope"],
  refusals: refusalsWithParent,
  run(call) {
    const { id } = parentFirm(call, call.params["firmId"] ?? "");
    return call.trace.choice("lead.list") === "with-member-leads"
      ? leadPage(call, { of: "firm", firmId: id })
      : leadPage(call, { of: "parent", resourceType: "Firm", resourceId: id });
  },
};

/** GET `/firmMembers/{firmMemberId}/leads`: the Leads of a member of the key's Firm, by the generic pattern (interface 4.2). */
export const getLeadsForFirmMember: ApiOperation = {
  ...shared,
  id: "get-leads-for-firm-member",
  summary: "List the Leads of a member of a Firm",
  clause: "4.2",
  standing: "assumed",
  path: "/firmMembers/{firmMemberId}/leads",
  rules: ["lead.list.firm-member", "list.envelope"],
  refusals: {
    ...refusalsWithParent,
    404: ["lead.deleted-member", ...parentRefusals[404]],
  },
  offeredBy: "lead.list.firm-member",
  run(call) {
    const { id } = parentFirmMember(call, call.params["firmMemberId"] ?? "", "by-scope");
    return leadPage(call, { of: "parent", resourceType: "FirmMember", resourceId: id });
  },
};

/** GET `/leads`: every Lead that the key may access (interface 4.2; rule lead.list-all). */
export const getLeads: ApiOperation = {
  ...shared,
  id: "get-leads",
  summary: "List every Lead that the key may access",
  clause: "4.2",
  standing: "assumed",
  path: "/leads",
  rules: ["lead.list-all", "list.envelope"],
  offeredBy: "lead.list-all",
  run: (call) => leadPage(call, { of: "firm", firmId: call.key.firmId }),
};

/** Leads that a key may access, by their owner. */
type LeadsOfKey =
  | { readonly of: "parent"; readonly resourceType: LeadParentType; readonly resourceId: string }
  | { readonly of: "firm"; readonly firmId: string };

function leadPage(call: ApiCall, leads: LeadsOfKey): ApiAnswer {
  const { list, include } = listQuery(call, "leads");
  const selection = { ...leads, environment: listedEnvironment(call) };
  const page = call.store.leads.list(selection, withoutDeletedMembers(call, list));
  citeDeletedMembers(call, page.rows);
  citeTies(call, page, list);
  return okLeadPage(call, page, list, include);
}
