import type {
  Environment,
  EnvironmentFilter,
  Firm,
  FirmMember,
} from "../../../domain/model/firm.ts";
import type { Lead } from "../../../domain/model/lead.ts";
import { leadState } from "../../../domain/model/lead.ts";
import { chosenFor } from "../../../domain/rules/trace.ts";
import { ApiError } from "../../../network/http/api-error.ts";
import type { Refusals } from "../../../network/http/operation.ts";
import type { ApiCall } from "../routes/call.ts";
import { notFound, softDeleted } from "../routes/call.ts";
import { reachesDeletedMember, refuseDeletedWithMember } from "./deleted-member.ts";

/** The refusals of an operation whose path names a record. */
export const accessRefusals = {
  403: ["auth.foreign-record"],
  404: ["auth.foreign-record", "scope.default"],
} as const satisfies Refusals;

/** The refusals of an operation whose path names a parent. */
export const parentRefusals = {
  403: ["auth.foreign-record"],
  404: ["auth.foreign-record", "scope.deleted-parent"],
} as const satisfies Refusals;

/** The Firm in a path. Throws 404 if the key does not act for it (interface 7; rule auth.foreign-record). */
export function parentFirm(call: ApiCall, id: string): Firm {
  const firm = call.store.firms.find(id);
  return ownUndeleted(call, "Firm", firm, firm?.id);
}

/**
 * The FirmMember in a path. Throws 404 unless it belongs to the key's Firm; a list of its Leads may include a
 * deleted one (rule lead.deleted-member).
 */
export function parentFirmMember(
  call: ApiCall,
  id: string,
  scope: "active" | "by-scope" = "active",
): FirmMember {
  const member = call.store.firmMembers.find(id);
  const isDeletedOwn = member?.firmId === call.key.firmId && member.deletedAt !== null;
  if (isDeletedOwn && scope === "by-scope" && reachesDeletedMember(call)) return member;
  return ownUndeleted(call, "FirmMember", member, member?.firmId);
}

/** Whether a record belongs to the key's environment (rule env.data). */
export function isInEnvironment(
  { key, trace }: ApiCall,
  record: { readonly environment: Environment },
): boolean {
  return record.environment === key.environment || trace.choice("env.data") === "shared";
}

/** The record, or null when it belongs to another environment than the key (rule env.data). */
export function inEnvironment<Row extends { readonly environment: Environment }>(
  call: ApiCall,
  record: Row | null,
): Row | null {
  return record !== null && isInEnvironment(call, record) ? record : null;
}

/** The environment whose records the key's lists contain (rule env.data). */
export function listedEnvironment({ key, trace }: ApiCall): EnvironmentFilter {
  return trace.choice("env.data") === "shared" ? null : key.environment;
}

/** Whether that is the key's Firm, and not deleted. */
export function isOwnFirm({ key, store }: ApiCall, id: string): boolean {
  return id === key.firmId && store.firms.find(id)?.deletedAt === null;
}

/** Whether that is a member of the key's Firm, and not deleted. */
export function isOwnMember({ key, store }: ApiCall, id: string): boolean {
  const member = store.firmMembers.find(id);
  return member?.firmId === key.firmId && member.deletedAt === null;
}

/** Whether that is a client whom the key's Firm can access, and not deleted. */
export function isOwnClient(call: ApiCall, id: string): boolean {
  const profile = inEnvironment(call, call.store.clientProfiles.find(id));
  return profile?.deletedAt === null && call.store.clientProfiles.isOfFirm(id, call.key.firmId);
}

/** The Lead with that id in any state. Throws 404 if the key may not access it. */
export function ownLead(call: ApiCall, id: string): Lead {
  const lead = inEnvironment(call, call.store.leads.find(id));
  if (lead !== null && lead.firmId === call.key.firmId) return lead;
  throw inaccessible(call, "Lead", lead !== null);
}

/**
 * The 404 for a record that the key may not access, whether or not it exists (interface 7; rule
 * auth.foreign-record).
 */
export function inaccessible({ trace }: ApiCall, what: string, exists: boolean): ApiError {
  if (!exists || chosenFor("auth.foreign-record", trace.assumptions) === "404") {
    return notFound(what);
  }
  trace.cite("auth.foreign-record");
  return new ApiError({
    status: 403,
    rules: ["auth.foreign-record"],
    reason: `The ${what} exists, but the key's Firm may not access it.`,
  });
}

/** The same; also throws 404 for a Lead that the scope excludes (interface 2.6; rule scope.default). */
export function visibleLead(
  call: ApiCall,
  id: string,
  withDeleted: boolean,
  reach: "by-scope" | "not" = "by-scope",
): Lead {
  const lead = ownLead(call, id);
  const state = leadState(lead);
  if (state !== "Active" && !withDeleted) throw softDeleted("Lead", state, reach);
  refuseDeletedWithMember(call, lead, withDeleted, reach);
  return lead;
}

function ownUndeleted<Parent extends { readonly deletedAt: number | null }>(
  call: ApiCall,
  what: string,
  parent: Parent | null,
  firmId: string | undefined,
): Parent {
  if (parent !== null && firmId === call.key.firmId) {
    if (parent.deletedAt === null) return parent;
    throw softDeleted(what, "deleted", "not", "scope.deleted-parent");
  }
  // Whether a path below a foreign record also answers 404 is undocumented.
  call.trace.cite("auth.foreign-record");
  throw inaccessible(call, what, parent !== null);
}
