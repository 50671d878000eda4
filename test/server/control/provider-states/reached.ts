import type { ApiOperation } from "../../../../src/server/api/routes/call.ts";
import { bodyOf, newLead, sendTo } from "../../../conformance/cases.ts";
import type { Reply } from "../../../support/reply.ts";
import { text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids } from "../../../support/world.ts";
import type { Params } from "./staged.ts";
import { staged } from "./staged.ts";

/** Sets up one refusal by provider states and sends the request that gets it. */
type Reach = (world: World, operation: ApiOperation) => Promise<Reply>;

/** The refusals that need more than a key with the right permission. */
export const reaches: Readonly<Record<string, Reach>> = {
  "401 unknown key": byKey("the API key is unknown"),
  "401 revoked key": byKey("the API key has been revoked"),
  "401 expired key": byKey("the API key has expired"),
  "401 key of the other environment": byKey("the API key belongs to the other environment"),
  "403 key of the other environment (assumed)": byKey(
    "the API key belongs to the other environment",
  ),
  "401 key of the other role type (assumed)": byKey("the API key belongs to the other API"),
  "403 key of the other role type": byKey("the API key belongs to the other API"),
  "403 key without the permission": async (world, operation) => {
    const { permission } = operation;
    if (permission === null) return sendTo(world, operation, { key: world.keys.partner });
    return byKey("the API key lacks a permission", { permission })(world, operation);
  },
  "429 over the hourly quota": byKey("the API key has used its quota"),
  "429 over the burst": byKey("the API key has used its burst"),
  "404 another Firm's record": foreign,
  "403 another Firm's record (assumed)": foreign,
  "404 soft-deleted record": gone,
  "404 soft-deleted parent": gone,
  "404 archived Lead": ofLead("a lead has been archived"),
  "404 converted Lead": ofLead("a lead has converted"),
  "409 soft-deleted Lead (assumed)": ofLead("a lead has been archived"),
  "409 duplicate email": taken("a lead with this email exists for the firm"),
  "409 duplicate email of a soft-deleted Lead": taken("a lead has been archived"),
  "409 email of another client": anotherClient,
  "409 Plan cannot move back": async (world, operation) => {
    const status = "Ready for Pre-approval";
    const id = text(await staged(world, "a plan of the firm exists", { status }), "planId");
    return sendFor(world, operation, { id, firmId: ids.partnerFirm, fields: { status: "New" } });
  },
  async "409 email of a registered client (assumed)"(world, operation) {
    const { email } = newLead;
    await staged(world, "a client has registered with this email", { email });
    return sendTo(world, operation);
  },
};

/** A valid key with only these permissions. */
export function keyWith(world: World, permissions: unknown): Promise<Reply> {
  return staged(world, "the API key is valid", { permissions });
}

function byKey(state: string, params: Params = {}): Reach {
  return async (world, operation) => {
    const values = await staged(world, state, params);
    return sendTo(world, operation, { key: text(values, "apiKey") });
  };
}

/** Sends the request for another record, with a key of that record's Firm. */
async function sendFor(
  world: World,
  { method, path, permission, ...operation }: ApiOperation,
  {
    id,
    firmId,
    fields = {},
  }: { readonly id: string; readonly firmId: string; readonly fields?: Params },
): Promise<Reply> {
  const permissions = permission === null ? [] : [permission];
  const key = await staged(world, "the API key is valid", { firmId, permissions });
  const body = bodyOf({ method, path, permission, ...operation });
  const called = `/v1${path.replace(/\{\w+\}/, id)}`;
  const sent = body === undefined ? {} : { body: { ...body, ...fields } };
  return world.api(method, called, { key: text(key, "apiKey"), ...sent });
}

async function foreign(world: World, operation: ApiOperation): Promise<Reply> {
  const firmId = "0therFrm";
  const [, resource = ""] = operation.path.split("/");
  const [state = "", value = ""] = foreignStates[resource] ?? [];
  const params = resource === "leads" ? { otherFirmId: firmId } : { firmId };
  const id = text(await staged(world, state, params), value);
  return sendFor(world, operation, { id, firmId: ids.partnerFirm });
}

/** The state that creates a record of a resource, and the value with its id. */
const foreignStates: Readonly<Record<string, readonly [string, string]>> = {
  firms: ["a firm exists", "firmId"],
  firmMembers: ["a firm member exists", "firmMemberId"],
  referralCodes: ["a referral code exists", "referralCodeId"],
  leads: ["a lead of another firm exists", "leadId"],
  plans: ["a plan of the firm exists", "planId"],
  clientProfiles: ["a plan of the firm exists", "clientProfileId"],
};

async function gone(world: World, operation: ApiOperation): Promise<Reply> {
  const [, resource = ""] = operation.path.split("/");
  const values = await staged(world, "a record has been deleted", { resource });
  return sendFor(world, operation, { id: text(values, "id"), firmId: text(values, "firmId") });
}

function ofLead(state: string): Reach {
  return async (world, operation) => {
    const values = await staged(world, state);
    const [id, firmId] = [text(values, "leadId"), text(values, "firmId")];
    return sendFor(world, operation, { id, firmId });
  };
}

/** Registers a client with the email of the body; an update needs another client whom the Firm can access. */
async function anotherClient(world: World, operation: ApiOperation): Promise<Reply> {
  const email = "taken@example.com";
  await staged(world, "a client has registered with this email", { email });
  const id = text(await staged(world, "a plan of the firm exists"), "clientProfileId");
  return sendFor(world, operation, { id, firmId: ids.partnerFirm, fields: { email } });
}

/** Makes the email of the body taken by a Lead of the parent; an update needs another Lead of that parent. */
function taken(state: string): Reach {
  return async (world, operation) => {
    const { email } = newLead;
    const isMembers = operation.path.startsWith("/firmMembers/");
    const parent = isMembers ? { firmMemberId: ids.partnerMember } : { firmId: ids.partnerFirm };
    await staged(world, state, { ...parent, email });
    if (operation.method !== "PATCH") return sendTo(world, operation);
    const values = await staged(world, "an active lead exists");
    const id = text(values, "leadId");
    return sendFor(world, operation, { id, firmId: ids.partnerFirm, fields: { email } });
  };
}
