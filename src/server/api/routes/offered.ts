import type { ListedResource } from "../../../domain/model/fields.ts";
import type { ChoiceRuleId } from "../../../domain/rules/catalogue.ts";
import { ApiError } from "../../../network/http/api-error.ts";
import type { RequestContext } from "../../../world/workspace/requests/context.ts";
import type { ApiOperation, OfferRuleId } from "./call.ts";

/**
 * The resources other than Leads, by their name in paths, and the rule under which a service may not offer
 * them (rule resource.generic).
 */
export const offerRuleOf = {
  firms: "resource.generic.firms",
  firmMembers: "resource.generic.firm-members",
  referralCodes: "resource.generic.referral-codes",
  plans: "resource.generic.plans",
  clientProfiles: "resource.generic.client-profiles",
} as const satisfies Record<Exclude<ListedResource, "leads">, OfferRuleId>;

/** The operations that the reference shows of the Realtor API (rule env.realtor-operations). */
const shownOfRealtor: ReadonlySet<string> = new Set(["post-leads-for-firm", "patch-Lead"]);

/** Throws the 404 of an unknown path for an operation that the workspace's choices do not offer. */
export function refuseUnoffered(
  { id, offeredBy }: ApiOperation,
  { trace, surface }: Pick<RequestContext, "trace" | "surface">,
): void {
  if (offeredBy !== undefined && trace.choice(offeredBy) === "404") throw unoffered(offeredBy, id);
  if (surface.api !== "Realtor" || shownOfRealtor.has(id)) return;
  const rule = "env.realtor-operations";
  if (trace.choice(rule) === "create-and-update") throw unoffered(rule, id);
}

function unoffered(rule: ChoiceRuleId, id: string): ApiError {
  return new ApiError({
    status: 404,
    rules: [rule],
    reason: `The service does not offer this operation (${id}) in this workspace.`,
  });
}
