import type { JsonObject } from "../values/json.ts";
import type { NeededState } from "./needed-state.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import { cites } from "./recorded-request.ts";

/** The states that the key needs to reproduce the answer, after the states `records`. */
export function keyStates(
  recorded: RecordedRequest,
  records: readonly NeededState[],
): readonly NeededState[] {
  const { status, reason = "", surface } = recorded;
  if (status === 401 || status === 403) {
    const refused = refusedKey(recorded);
    if (refused !== null) return refused;
  }
  if (cites(recorded, "quota.rolling-hour") && status === 429) {
    return [{ name: "the API key has used its quota" }];
  }
  if (status === 429) return [{ name: "the API key has used its burst" }];
  const permission = /lacks the permission ([\w:]+)/.exec(reason)?.[1];
  const ofSurface = surfaceParams(surface);
  if (permission !== undefined) {
    return [{ name: "the API key lacks a permission", params: { ...ofSurface, permission } }];
  }
  const isOfOther = status === 403 && records.length > 0;
  const isGiven = records.length > 0 && Object.keys(ofSurface).length === 0 && !isOfOther;
  if (status === 401 || isGiven) return [];
  const params = Object.keys(ofSurface).length === 0 ? {} : { params: ofSurface };
  return [{ name: "the API key is valid", ...params }];
}

/** The state of a key that causes the refusal; null if the key is not the cause. */
function refusedKey(recorded: RecordedRequest): readonly NeededState[] | null {
  const { reason = "" } = recorded;
  if (cites(recorded, "env.key-mismatch")) {
    return [{ name: "the API key belongs to the other environment" }];
  }
  if (cites(recorded, "auth.role-surface")) {
    return [{ name: "the API key belongs to the other API" }];
  }
  if (!cites(recorded, "auth.invalid")) return null;
  if (reason.includes("revoked")) return [{ name: "the API key has been revoked" }];
  if (reason.includes("expired")) return [{ name: "the API key has expired" }];
  return reason.includes("No workspace") ? [{ name: "the API key is unknown" }] : [];
}

/** The parameters that distinguish a working key from the default Partner key. */
function surfaceParams(surface: string): JsonObject {
  const [api = "", environment = ""] = surface.split("-");
  return {
    ...(api === "realtor" ? { roleType: "Realtor" } : {}),
    ...(environment === "production" ? { environment } : {}),
  };
}
