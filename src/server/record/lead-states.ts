import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject } from "../../base/values/json.ts";
import { namesSetBy } from "../../domain/records/forms.ts";
import { leadFields } from "../../domain/records/lead.ts";
import { person } from "../../domain/records/shared-fields.ts";
import type { NeededState } from "./needed-state.ts";

/** The states that create a Lead as an answer showed it: its referral code first, then the Lead. */
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

/** The parameters of a Lead's state: the person, and any other field that the client set. */
function leadParams(data: JsonObject): JsonObject {
  const { id = null, resourceType = null, resourceId = null } = data;
  const fields = namesSetBy(leadFields, "client")
    .filter((name) => name !== "clientData")
    .map((name): [string, Json] => [name, data[name] ?? null])
    .filter(([name, value]) => Object.hasOwn(person, name) || value !== null);
  const parent = parents.find(([type]) => type === resourceType)?.[1];
  const owner = parent === undefined ? {} : { [parent]: resourceId };
  return { leadId: id, ...Object.fromEntries(fields), ...owner };
}

/** The parameters that name a Lead's parent, by its type. */
const parents = [
  ["Firm", "firmId"],
  ["FirmMember", "firmMemberId"],
] as const;

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
