/** The requests that the conformance tests send for each row of the operation table, over HTTP alone. */
import type { ApiOperation } from "../../src/server/api/routes/call.ts";
import { apiOperations } from "../../src/server/api/routes/operations.ts";
import type { Reply } from "../support/reply.ts";
import { text } from "../support/reply.ts";
import type { Call, World } from "../support/world.ts";
import { ids } from "../support/world.ts";

/** Every endpoint of the emulated API. */
export const operations: readonly ApiOperation[] = apiOperations;

/** The operation with that id. */
export function operationOf(id: string): ApiOperation {
  const operation = operations.find((row) => row.id === id);
  if (operation === undefined) throw new Error(`The table has no operation ${id}.`);
  return operation;
}

/** An unknown record id, and an unknown but well-formed key. */
export const unknownId = "Zz9Zz9Zz";
export const unknownKey = "99999999-9999-4999-8999-999999999999";

/** The owner of the record in a path: the key's Firm, another Firm, or none because the record does not exist. */
export type Whose = "own" | "foreign" | "unknown";

/** A fixture record of each resource that a path can name. */
const recordIds: Readonly<Record<string, Readonly<Record<"own" | "foreign", string>>>> = {
  firms: { own: ids.partnerFirm, foreign: ids.realtyFirm },
  firmMembers: { own: ids.partnerMember, foreign: ids.realtyAgent },
  referralCodes: { own: ids.partnerCode, foreign: ids.realtyCode },
  leads: { own: ids.activeLead, foreign: ids.foreignLead },
  plans: { own: ids.plan, foreign: ids.foreignPlan },
  clientProfiles: { own: ids.clientProfile, foreign: "ClientMR" },
  workflows: { own: "request-callback", foreign: unknownId },
};

/** The path of an operation with a record's id filled in. */
export function pathOf({ path }: Pick<ApiOperation, "path">, whose: Whose = "own"): string {
  const named = path.replace(/\/(\w+)\/\{\w+\}/, (_match, resource: string) => {
    const id = whose === "unknown" ? unknownId : recordIds[resource]?.[whose];
    return `/${resource}/${id ?? unknownId}`;
  });
  return `/v1${named}`;
}

/** Whether the path names a single record of a Firm, which some key may read. */
export function namesRecord({ path, permission, does }: ApiOperation): boolean {
  return permission !== null && path.includes("{") && does !== "run";
}

/** Whether the path names a parent record, such as the Firm in `/firms/{firmId}/leads`. */
export function namesParent({ refusals }: ApiOperation): boolean {
  return refusals[404]?.includes("scope.deleted-parent") === true;
}

/** Whether the operation reads or changes a single record, which may be soft-deleted. */
export function findsRecord({ refusals }: ApiOperation): boolean {
  return refusals[404]?.includes("scope.default") === true;
}

/** Whether a permitted request has its body validated. The fixture describes one workflow, a POST. */
export function readsBody({ body, permission, does, method }: ApiOperation): boolean {
  return body !== undefined && permission !== null && (does !== "run" || method === "POST");
}

/** Whether a permitted request has its query validated. */
export function readsQuery({ permission, does }: ApiOperation): boolean {
  return permission !== null && does !== "run";
}

/** Whether a valid request succeeds, under the choices of `choicesOf`. */
export function canSucceed({ permission, does, method }: ApiOperation): boolean {
  return permission !== null && (does !== "run" || method === "POST");
}

/** The choices that an operation needs in order to succeed. */
export function choicesOf({ id }: ApiOperation): Readonly<Record<string, string>> {
  return id === "post-leads" ? { "lead.create.parent-in-body": "offered" } : {};
}

/** Whether the operation writes a resource other than a Lead by the generic pattern. */
export function writesResource({ rules }: ApiOperation): boolean {
  return rules.includes("resource.write");
}

/** The fields of a body that name the parent of a Lead, where the path does not. */
export function parentIn({ id }: ApiOperation): Readonly<Record<string, unknown>> {
  return id === "post-leads" ? { resourceType: "Firm", resourceId: ids.partnerFirm } : {};
}

/** A valid Lead. */
export const newLead = {
  email: "nora.new@example.com",
  firstName: "Nora",
  lastName: "North",
} as const;

const newMember = { email: "mona.new@example.com", firstName: "Mona", lastName: "Mills" } as const;

/** The bodies of successful requests that create no Lead below its parent. */
const bodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "post-workflow": { leadId: ids.activeLead },
  "patch-Lead": { firstName: "Adele" },
  "post-leads": { ...newLead, resourceType: "Firm", resourceId: ids.partnerFirm },
  "post-firms": { name: "New Harbour", firmType: "Partner" },
  "patch-firms": { name: "Old Harbour" },
  "post-firmMembers": newMember,
  "post-firmMembers-for-firm": newMember,
  "patch-firmMembers": { lastName: "Moor" },
  "post-referralCodes": {},
  "post-referralCodes-for-firm": {},
  "patch-referralCodes": {},
  "post-plans": { type: "Renewal", clientProfileId: ids.clientProfile },
  "patch-plans": { name: "Cottage" },
  "post-clientProfiles": { email: "clara.new@example.com" },
  "patch-clientProfiles": { lastName: "Corte" },
};

/** The body of a successful request. */
export function bodyOf({ id, body }: ApiOperation): Readonly<Record<string, unknown>> | undefined {
  return body === undefined ? undefined : (bodies[id] ?? newLead);
}

/** How a request differs from a successful one. */
export interface Sending extends Call {
  readonly whose?: Whose;
  readonly query?: Readonly<Record<string, string>> | string;
}

/** Sends a successful request of the operation, changed by `sending`. */
export function sendTo(
  world: World,
  operation: ApiOperation,
  sending: Sending = {},
): Promise<Reply> {
  const { whose = "own", query = "", ...call } = sending;
  const search = new URLSearchParams(query).toString();
  const path = pathOf(operation, whose) + (search === "" ? "" : `?${search}`);
  const body = bodyOf(operation);
  return world.api(operation.method, path, { ...(body === undefined ? {} : { body }), ...call });
}

/** Issues another key to the partner Firm, for the Partner sandbox unless `fields` override it. */
export async function issueKey(
  world: World,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly id: string; readonly key: string }> {
  const issued = await world.control("POST", "/api-keys", {
    firmId: ids.partnerFirm,
    roleType: "Partner",
    environment: "sandbox",
    quotaPerHour: null,
    ...fields,
  });
  if (issued.status !== 201) throw new Error(`No key: ${issued.status} ${issued.text}`);
  return { id: text(issued, "data.id"), key: text(issued, "data.key") };
}

/**
 * A key with the permission of the operation and `plans:read`, or the partner's key where no permission allows it.
 */
export async function permittedKey(world: World, { permission }: ApiOperation): Promise<string> {
  if (permission === null) return world.keys.partner;
  // Each resource that `include` joins requires its own permission (rule include.permission).
  const permissions = [...new Set([permission, "plans:read"])];
  return (await issueKey(world, { permissions })).key;
}

/** A key that has used `count` of its 500 requests an hour, spread over that duration. */
export async function usedKey(world: World, count: number, over: string | 0): Promise<string> {
  const { id, key } = await issueKey(world, { quotaPerHour: 500 });
  const used = await world.control("POST", `/quotas/${id}/use`, { count, over });
  if (used.status !== 200) throw new Error(`No quota: ${used.status} ${used.text}`);
  return key;
}
