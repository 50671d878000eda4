import { decoded } from "../../base/values/decoded.ts";
import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject } from "../../base/values/json.ts";
import { makesRecords } from "../../domain/model/provider-state.ts";
import { namesSetBy } from "../../domain/records/forms.ts";
import { leadFields } from "../../domain/records/lead.ts";
import { person } from "../../domain/records/shared-fields.ts";
import { keyStates } from "./key-states.ts";
import type { NeededState } from "./needed-state.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import { bodyJson, cites, dataOf } from "./recorded-request.ts";

/** The states to set up, records before the key; null if no state can reproduce the answer. */
export function statesOf(recorded: RecordedRequest): readonly NeededState[] | null {
  const { status } = recorded;
  if (status >= 500) return [{ name: "the service fails", params: { status } }];
  const found = recordStates(recorded);
  if (found === null) return null;
  const records = recorded.surface.endsWith("-production") ? found.map(inProduction) : found;
  const states = [...records, ...keyStates(recorded, records)];
  // Without any state, some verifiers request one with an empty name.
  return states.length === 0 ? [{ name: "a firm exists" }] : states;
}

/** The states of the choices that decided the answer. */
export function chosenRules(
  { rules }: RecordedRequest,
  choices: Readonly<Record<string, string>>,
): readonly JsonObject[] {
  return rules.flatMap((cited) => {
    const [rule = ""] = cited.split(";");
    const choice = choices[rule];
    return choice === undefined ? [] : [{ name: "the rule is chosen", params: { rule, choice } }];
  });
}

/** Moves a state's records to production, if it creates records of one environment (rule env.data). */
function inProduction(state: NeededState): NeededState {
  if (!makesRecords(state.name)) return state;
  return { ...state, params: { ...state.params, environment: "production" } };
}

/** The parts of a request's path. */
interface Target {
  readonly resource: string;
  readonly id: string;
  readonly nested: string | undefined;
}

const noLeads: NeededState = { name: "there are no leads" };

/** The states of the records that a request needs; none if it never reached its operation. */
function recordStates(recorded: RecordedRequest): readonly NeededState[] | null {
  const { status, path, method } = recorded;
  if (status === 401 || status === 429) return [];
  const [resource = "", id = "", nested] = path
    .replace(/^\/v1\//, "/")
    .split("/")
    .slice(1)
    .map(decoded);
  const target = { resource, id, nested };
  if (status === 403) return cites(recorded, "auth.foreign-record") ? parentStates(target) : [];
  if (status === 404) return hiddenRecord(recorded, target);
  if (status !== 200 && status !== 201 && status !== 204 && method === "GET") {
    return parentStates(target);
  }
  if (nested === "leads" && method === "POST") return creationStates(recorded, target);
  if (id === "" || nested !== undefined) return listStates(recorded, target);
  return singleRecord(recorded, target);
}

function parentStates({ resource, id, nested }: Target): readonly NeededState[] {
  if (nested === undefined) return [];
  if (resource === "firms") return [{ name: "a firm exists", params: { firmId: id } }];
  return [{ name: "a firm member exists", params: { firmMemberId: id } }];
}

function creationStates(recorded: RecordedRequest, target: Target): readonly NeededState[] {
  const parent = parentStates(target);
  const body = bodyJson(recorded.request.body);
  if (!isJsonObject(body)) return parent;
  const { email = null, referredByReferralCodeId: code = null } = body;
  const owner = parent[0]?.params ?? {};
  if (recorded.status === 409) {
    if (cites(recorded, "lead.in-use")) {
      return [
        noLeads,
        ...parent,
        { name: "a client has registered with this email", params: { email } },
      ];
    }
    const name = recorded.reason?.includes("soft-deleted")
      ? "a lead has been archived"
      : "a lead with this email exists for the firm";
    return [noLeads, ...parent, { name, params: { ...owner, email } }];
  }
  return recorded.status === 201 ? [noLeads, ...parent, ...referralCode(code, owner)] : parent;
}

function referralCode(code: Json, { firmId = null }: JsonObject): readonly NeededState[] {
  if (typeof code !== "string") return [];
  const params = { referralCodeId: code, ...(typeof firmId === "string" ? { firmId } : {}) };
  return [{ name: "a referral code exists", params }];
}

/** One record is enough: a contract can only state what holds for every item of a list. */
function listStates(recorded: RecordedRequest, target: Target): readonly NeededState[] | null {
  const body = bodyJson(recorded.response.body);
  const data = isJsonObject(body) ? body["data"] : null;
  const parent = parentStates(target);
  const listed = target.nested ?? target.resource;
  if (!Array.isArray(data)) return parent;
  const [first = null]: readonly Json[] = data;
  const query = new URLSearchParams(recorded.query);
  const skipped = Number(query.get("offset") ?? 0);
  if (skipped > 0 && first !== null) {
    if (listed !== "leads" || query.has("filter") || target.resource === "firmMembers") return null;
    const count = Math.min(skipped + 1, 1_000);
    return [noLeads, ...parent, { name: "leads exist", params: { ...parent[0]?.params, count } }];
  }
  const isOfLeads = ["leads", "plans", "clientProfiles"].includes(listed);
  if (!isJsonObject(first)) return isOfLeads ? [noLeads, ...parent] : parent;
  return [...(isOfLeads ? [noLeads] : []), ...parent, ...itemStates(listed, first, parent)];
}

function itemStates(
  listed: string,
  item: JsonObject,
  parent: readonly NeededState[],
): readonly NeededState[] {
  const { id = null } = item;
  const owner = parent[0]?.name === "a firm exists" ? parent[0].params : {};
  switch (listed) {
    case "leads":
      return leadOf(item);
    case "plans":
      return [{ name: "a plan of the firm exists", params: planParams(item) }];
    case "clientProfiles":
      return [{ name: "a plan of the firm exists" }];
    case "firms":
      return [{ name: "a firm exists", params: { firmId: id } }];
    case "firmMembers":
      return [{ name: "a firm member exists", params: { ...owner, firmMemberId: id } }];
    case "referralCodes":
      return [{ name: "a referral code exists", params: { ...owner, referralCodeId: id } }];
    default:
      return [];
  }
}

/** The states of a record in the answer; null for a client, because no state creates one by id. */
function singleRecord(recorded: RecordedRequest, target: Target): readonly NeededState[] | null {
  const { resource, id } = target;
  if (resource === "leads") return singleLead(recorded, id);
  if (resource === "clientProfiles") return null;
  const item = dataOf(recorded) ?? { id };
  return [...(resource === "plans" ? [noLeads] : []), ...itemStates(resource, item, [])];
}

function singleLead(recorded: RecordedRequest, leadId: string): readonly NeededState[] | null {
  const { status, method, request } = recorded;
  const data = status === 200 ? dataOf(recorded) : null;
  if (data !== null) {
    const before = method === "DELETE" ? { ...data, deletedAt: null, convertedAt: null } : data;
    return [noLeads, ...leadOf(before)];
  }
  if (cites(recorded, "lead.patch.not-active")) return null;
  const active: NeededState = { name: "an active lead exists", params: { leadId } };
  if (status !== 409) return [noLeads, active];
  const body = bodyJson(request.body);
  const email = isJsonObject(body) ? (body["email"] ?? null) : null;
  return [
    noLeads,
    active,
    { name: "a lead with this email exists for the firm", params: { email } },
  ];
}

function planParams({
  id = null,
  type = null,
  status = null,
  name = null,
  amount = null,
}: JsonObject): JsonObject {
  return { planId: id, type, status, name, amount };
}

/** A 404 needs no record, unless the record exists but is hidden by soft deletion (rule scope.default). */
function hiddenRecord(
  recorded: RecordedRequest,
  { resource, id, nested }: Target,
): readonly NeededState[] | null {
  if (resource === "plans" && nested === undefined) return [noLeads];
  if (resource !== "leads" || id === "") return cites(recorded, "scope.default") ? null : [];
  if (!cites(recorded, "scope.default")) return [noLeads];
  const isConverted = recorded.reason?.includes("Converted") === true;
  const name = isConverted ? "a lead has converted" : "a lead has been archived";
  return [noLeads, { name, params: { leadId: id } }];
}

/** The states that create a Lead as an answer showed it: its referral code first, then the Lead. */
function leadOf(data: JsonObject): readonly NeededState[] {
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
