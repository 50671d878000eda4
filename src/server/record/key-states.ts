import type { Json, JsonObject } from "../../base/values/json.ts";
import type { NeededState } from "./needed-state.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import { cites } from "./recorded-request.ts";

/** The states that the key needs to reproduce the answer, after the states `records`. */
export function keyStates(
  recorded: RecordedRequest,
  records: readonly NeededState[],
): readonly NeededState[] {
  const { status, reason = "", surface } = recorded;
  const own = keyParams(surface, records);
  if (status === 401 || status === 403) {
    const refused = refusedKey(recorded, own);
    if (refused !== null) return refused;
  }
  if (status === 429) {
    const isHour = cites(recorded, "quota.rolling-hour");
    return [stateOf(`the API key has used its ${isHour ? "quota" : "burst"}`, own)];
  }
  const permission = /lacks the permission ([\w:]+)/.exec(reason)?.[1];
  if (permission !== undefined) {
    return [stateOf("the API key lacks a permission", { ...own, permission })];
  }
  const isOfOther = status === 403 && records.length > 0;
  const isGiven = records.length > 0 && surface === usualSurface && !isOfOther;
  return status === 401 || isGiven ? [] : [stateOf(validKey, own)];
}

/** The surface whose keys the states of records return, too. */
const usualSurface = "partner-sandbox";
const validKey = "the API key is valid";

function stateOf(name: string, params: JsonObject): NeededState {
  return Object.keys(params).length === 0 ? { name } : { name, params };
}

/** The state of a key that causes the refusal; null if the key is not the cause. */
function refusedKey(recorded: RecordedRequest, own: JsonObject): readonly NeededState[] | null {
  const { reason = "", surface } = recorded;
  const isUsual = surface === usualSurface;
  const [api = "", environment = ""] = surface.split("-");
  if (cites(recorded, "env.key-mismatch")) {
    if (isUsual) return [{ name: "the API key belongs to the other environment" }];
    const other = environment === "production" ? "sandbox" : "production";
    return [stateOf(validKey, surfaceParams(api, other))];
  }
  if (cites(recorded, "auth.role-surface")) {
    if (isUsual) return [{ name: "the API key belongs to the other API" }];
    const other = api === "realtor" ? "partner" : "realtor";
    return [stateOf(validKey, surfaceParams(other, environment))];
  }
  if (!cites(recorded, "auth.invalid")) return null;
  if (reason.includes("revoked")) return [stateOf("the API key has been revoked", own)];
  if (reason.includes("expired")) return [stateOf("the API key has expired", own)];
  return reason.includes("No workspace") ? [{ name: "the API key is unknown" }] : [];
}

/**
 * The parameters that distinguish a working key from the usual one: the surface, and the Firm of the records, since a
 * key reads and writes those of its own Firm.
 */
function keyParams(surface: string, records: readonly NeededState[]): JsonObject {
  if (surface === usualSurface) return {};
  const firmId = records.map(({ params }) => params?.["firmId"]).findLast(isText);
  const [api = "", environment = ""] = surface.split("-");
  return { ...surfaceParams(api, environment), ...(firmId === undefined ? {} : { firmId }) };
}

function isText(value: Json | undefined): value is string {
  return typeof value === "string";
}

function surfaceParams(api: string, environment: string): JsonObject {
  return {
    ...(api === "realtor" ? { roleType: "Realtor" } : {}),
    ...(environment === "production" ? { environment } : {}),
  };
}
