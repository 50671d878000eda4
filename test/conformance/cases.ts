/** What the conformance tests send for a row of the operation table; the answers are judged over HTTP alone. */
import type { ApiOperation } from "../../src/api/call.ts";
import { apiOperations } from "../../src/api/operations.ts";
import type { Reply } from "../support/reply.ts";
import { text } from "../support/reply.ts";
import type { Call, World } from "../support/world.ts";
import { ids } from "../support/world.ts";

/** Every endpoint of the emulated API. */
export const operations: readonly ApiOperation[] = apiOperations();

/** The row of that id. */
export function operationOf(id: string): ApiOperation {
  const operation = operations.find((row) => row.id === id);
  if (operation === undefined) throw new Error(`The table has no operation ${id}.`);
  return operation;
}

/** An id that no record has, and a well-formed key that no workspace has. */
export const unknownId = "Zz9Zz9Zz";
export const unknownKey = "99999999-9999-4999-8999-999999999999";

/** The owner of the record that a path names: the key's Firm, another Firm, or none. */
export type Whose = "own" | "foreign" | "unknown";

/** A record of the fixture for each resource that a path can name. */
const recordIds: Readonly<Record<string, Readonly<Record<"own" | "foreign", string>>>> = {
  firms: { own: ids.partnerFirm, foreign: ids.realtyFirm },
  firmMembers: { own: ids.partnerMember, foreign: ids.realtyAgent },
  referralCodes: { own: ids.partnerCode, foreign: ids.realtyCode },
  leads: { own: ids.activeLead, foreign: ids.foreignLead },
  plans: { own: ids.plan, foreign: ids.foreignPlan },
  clientProfiles: { own: ids.clientProfile, foreign: "ClientMR" },
  workflows: { own: "request-callback", foreign: unknownId },
};

/** The path of an operation with the id of a record in it. */
export function pathOf({ path }: Pick<ApiOperation, "path">, whose: Whose = "own"): string {
  const named = path.replace(/\/(\w+)\/\{\w+\}/, (_match, resource: string) => {
    const id = whose === "unknown" ? unknownId : recordIds[resource]?.[whose];
    return `/${resource}/${id ?? unknownId}`;
  });
  return `/v1${named}`;
}

/** Whether the path names a record that a Firm has or has not, and a key may reach. */
export function namesRecord({ path, permission }: ApiOperation): boolean {
  return permission !== null && path.includes("{") && !isWorkflow(path);
}

/** Whether the path has a parent before the records that it is about. */
export function namesParent({ path, permission }: ApiOperation): boolean {
  return permission !== null && /\}\//.test(path);
}

/** Whether the body of a permitted request is looked at; of the workflows the fixture describes one POST. */
export function readsBody({ body, permission, path, method }: ApiOperation): boolean {
  return body !== undefined && permission !== null && (!isWorkflow(path) || method === "POST");
}

/** Whether the query of a permitted request is looked at. */
export function readsQuery({ permission, path }: ApiOperation): boolean {
  return permission !== null && !isWorkflow(path);
}

/** Whether a request that nothing is wrong with succeeds. */
export function canSucceed({ permission, path, method }: ApiOperation): boolean {
  return permission !== null && (!isWorkflow(path) || method === "POST");
}

function isWorkflow(path: string): boolean {
  return path.startsWith("/workflows/");
}

/** A Lead that nothing is wrong with. */
export const newLead = {
  email: "nora.new@example.com",
  firstName: "Nora",
  lastName: "North",
} as const;

/** The body with which an operation succeeds. */
export function bodyOf({ id, body }: ApiOperation): Readonly<Record<string, unknown>> | undefined {
  if (body === undefined) return undefined;
  if (id === "post-workflow") return { leadId: ids.activeLead };
  return id === "patch-lead" ? { firstName: "Adele" } : newLead;
}

/** How a request differs from one that succeeds. */
export interface Sending extends Call {
  readonly whose?: Whose;
  readonly query?: Readonly<Record<string, string>> | string;
}

/** Sends the request with which an operation succeeds, changed by `sending`. */
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

/** A further key of the partner Firm, valid for the Partner sandbox unless `fields` say otherwise. */
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

/** A key that may call the operation and nothing else, or one as it comes where none may. */
export async function permittedKey(world: World, { permission }: ApiOperation): Promise<string> {
  if (permission === null) return world.keys.partner;
  // What `include` joins takes a permission of its own (rule include.permission).
  const permissions = [...new Set([permission, "plans:read"])];
  return (await issueKey(world, { permissions })).key;
}

/** A key that has just used `count` of its 500 requests an hour, over that duration. */
export async function usedKey(world: World, count: number, over: string | 0): Promise<string> {
  const { id, key } = await issueKey(world, { quotaPerHour: 500 });
  const used = await world.control("POST", `/quotas/${id}/use`, { count, over });
  if (used.status !== 200) throw new Error(`No quota: ${used.status} ${used.text}`);
  return key;
}
