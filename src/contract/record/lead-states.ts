import type { Json, JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json.ts";
import type { NeededState } from "./needed-state.ts";

/** The states that bring about a Lead as an answer showed it: its referral code, then itself. */
export function leadOf(data: JsonObject): readonly NeededState[] {
  const { clientData = null, referredByReferralCodeId: code = null, deletedAt = null } = data;
  const params = leadParams(data);
  const firm = data["resourceType"] === "Firm" ? { firmId: data["resourceId"] ?? null } : {};
  const referral: readonly NeededState[] =
    typeof code === "string"
      ? [{ name: "a referral code exists", params: { referralCodeId: code, ...firm } }]
      : [];
  if ((data["convertedAt"] ?? null) !== null) {
    const asked = { ...params, clientData: withoutPlanIds(clientData) };
    return [...referral, { name: "a lead has converted", params: asked }];
  }
  const name = deletedAt === null ? "an active lead exists" : "a lead has been archived";
  return [...referral, { name, params: { ...params, clientData } }];
}

function leadParams({
  id = null,
  email = null,
  firstName = null,
  lastName = null,
  phone = null,
  resourceType = null,
  resourceId = null,
  referredByReferralCodeId: code = null,
}: JsonObject): JsonObject {
  const parent = resourceType === "FirmMember" ? "firmMemberId" : "firmId";
  return {
    leadId: id,
    email,
    firstName,
    lastName,
    phone,
    ...(code === null ? {} : { referredByReferralCodeId: code }),
    [parent]: resourceId,
  };
}

function withoutPlanIds(clientData: Json): Json {
  if (!isJsonObject(clientData)) return clientData;
  const { Plans: plans } = clientData;
  if (!Array.isArray(plans)) return clientData;
  const asked = plans.map((plan: Json) => {
    if (!isJsonObject(plan)) return plan;
    const { planId: _planId, ...rest } = plan;
    return rest;
  });
  return { ...clientData, Plans: asked };
}
