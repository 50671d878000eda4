/** The provider states that a request needed in order to be answered as it was. */
import type { Json, JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import { bodyJson, cites, dataOf } from "./recorded-request.ts";

export interface NeededState {
  readonly name: string;
  readonly params?: JsonObject;
}

/** What has to be there first, the record before the key. */
export function statesOf(recorded: RecordedRequest): readonly NeededState[] {
  const { status } = recorded;
  if (status === 0 || status >= 500) return [{ name: "the service fails", params: { status } }];
  return [...recordStates(recorded), ...keyStates(recorded)];
}

function keyStates(recorded: RecordedRequest): readonly NeededState[] {
  const { status, reason = "" } = recorded;
  if (cites(recorded, "quota.rolling-hour")) return [{ name: "the API key has used its quota" }];
  if (status === 429) return [{ name: "the API key has used its burst" }];
  if (cites(recorded, "env.key-mismatch") && status < 404 && status > 400) {
    return [{ name: "the API key belongs to the other environment" }];
  }
  if (cites(recorded, "auth.role-surface") && (status === 401 || status === 403)) {
    return [{ name: "the API key belongs to the other API" }];
  }
  const permission = /lacks the permission ([\w:]+)/.exec(reason)?.[1];
  if (permission !== undefined) {
    return [{ name: "the API key lacks a permission", params: { permission } }];
  }
  if (!cites(recorded, "auth.invalid")) return [];
  if (reason.includes("revoked")) return [{ name: "the API key has been revoked" }];
  if (reason.includes("expired")) return [{ name: "the API key has expired" }];
  return reason.includes("No workspace") ? [{ name: "the API key is unknown" }] : [];
}

/** A request that never got to its operation needs no record. */
function recordStates(recorded: RecordedRequest): readonly NeededState[] {
  const { status, path } = recorded;
  if (status === 401 || status === 429 || status === 403) return [];
  const [resource = "", id = "", nested] = path
    .replace(/^\/v1\//, "/")
    .split("/")
    .slice(1);
  if (status === 404) return hiddenRecord(recorded, resource, id);
  const parent = parentState(resource, id, nested);
  if (nested === "leads" && recorded.method === "POST") return creationStates(recorded, parent);
  if (nested === "leads" || (resource === "leads" && id === ""))
    return listStates(recorded, parent);
  return singleRecord(recorded, resource, id) ?? parent;
}

function parentState(
  resource: string,
  id: string,
  nested: string | undefined,
): readonly NeededState[] {
  if (nested === undefined) return [];
  if (resource === "firms") return [{ name: "a firm exists", params: { firmId: id } }];
  return [{ name: "a firm member exists", params: { firmMemberId: id } }];
}

function creationStates(
  recorded: RecordedRequest,
  parent: readonly NeededState[],
): readonly NeededState[] {
  const body = bodyJson(recorded.request.body);
  const email = isJsonObject(body) ? (body["email"] ?? null) : null;
  if (typeof email !== "string") return parent;
  const owner = parent[0]?.params ?? {};
  if (cites(recorded, "lead.in-use") && recorded.status === 409) {
    return [...parent, { name: "a client has registered with this email", params: { email } }];
  }
  if (recorded.status !== 409) return [...parent, ...referralCode(body, owner)];
  return [
    ...parent,
    { name: "a lead with this email exists for the firm", params: { ...owner, email } },
  ];
}

function referralCode(body: Json, { firmId = null }: JsonObject): readonly NeededState[] {
  const code = isJsonObject(body) ? body["referredByReferralCodeId"] : null;
  if (typeof code !== "string" || typeof firmId !== "string") return [];
  return [{ name: "a referral code exists", params: { referralCodeId: code, firmId } }];
}

function listStates(
  recorded: RecordedRequest,
  parent: readonly NeededState[],
): readonly NeededState[] {
  const body = bodyJson(recorded.response.body);
  const data = isJsonObject(body) ? body["data"] : null;
  if (!Array.isArray(data)) return parent;
  if (data.length === 0) return [{ name: "there are no leads" }, ...parent];
  const [first]: readonly Json[] = data;
  if (isJsonObject(first ?? null) && parent[0]?.name === "a firm member exists") {
    const params = { ...parent[0].params };
    return [{ name: "a lead of a firm member exists", params }];
  }
  return [...parent, { name: "leads exist", params: { count: data.length, ...parent[0]?.params } }];
}

/** The state of a record that the answer shows, or null where none is needed. */
function singleRecord(
  recorded: RecordedRequest,
  resource: string,
  id: string,
): readonly NeededState[] | null {
  if (id === "") return null;
  switch (resource) {
    case "leads":
      return [leadState(recorded, id)];
    case "plans":
      return [{ name: "a plan of the firm exists", params: planParams(dataOf(recorded), id) }];
    case "firms":
      return [{ name: "a firm exists", params: { firmId: id } }];
    case "firmMembers":
      return [{ name: "a firm member exists", params: { firmMemberId: id } }];
    case "referralCodes":
      return [{ name: "a referral code exists", params: { referralCodeId: id } }];
    default:
      return null;
  }
}

function leadState(recorded: RecordedRequest, leadId: string): NeededState {
  const data = recorded.status === 200 ? dataOf(recorded) : null;
  if (data === null) return { name: "an active lead exists", params: { leadId } };
  const params = { leadId, ...leadFields(data) };
  if (data["convertedAt"] !== null) {
    const clientData = data["clientData"] ?? null;
    const asked = isJsonObject(clientData) ? { clientData: withoutPlanIds(clientData) } : {};
    return { name: "a lead has converted", params: { ...params, ...asked } };
  }
  const name = data["deletedAt"] === null ? "an active lead exists" : "a lead has been archived";
  return { name, params: { ...params, clientData: data["clientData"] ?? null } };
}

function leadFields({
  email = null,
  firstName = null,
  lastName = null,
  phone = null,
  resourceType = null,
  resourceId = null,
}: JsonObject): JsonObject {
  const parent = resourceType === "FirmMember" ? "firmMemberId" : "firmId";
  return {
    email,
    ...(firstName === null ? {} : { firstName }),
    ...(lastName === null ? {} : { lastName }),
    ...(isJsonObject(phone) ? { phone } : {}),
    [parent]: resourceId,
  };
}

function withoutPlanIds(clientData: JsonObject): JsonObject {
  const { Plans: plans } = clientData;
  if (!Array.isArray(plans)) return clientData;
  const asked = plans.map((plan: Json) => {
    if (!isJsonObject(plan)) return plan;
    const { planId: _planId, ...rest } = plan;
    return rest;
  });
  return { ...clientData, Plans: asked };
}

function planParams(data: JsonObject | null, planId: string): JsonObject {
  if (data === null) return { planId };
  const { type = null, status = null, name = null, amount = null } = data;
  return { planId, type, status, name, amount };
}

/** A 404 needs nothing, unless the record is there and hidden: soft-deleted (rule scope.default). */
function hiddenRecord(
  recorded: RecordedRequest,
  resource: string,
  id: string,
): readonly NeededState[] {
  if (resource !== "leads" || !cites(recorded, "scope.default")) return [];
  const isConverted = recorded.reason?.includes("Converted") === true;
  const name = isConverted ? "a lead has converted" : "a lead has been archived";
  return [{ name, params: { leadId: id } }];
}
