/** Golden cases for soft-deleted records other than Leads (interface 2.6, 7). */
import type { ApiOperation } from "../../src/server/api/routes/call.ts";
import { World as WorldDocument } from "../../src/world/workspace/fixtures/world.ts";
import type { Reply } from "../support/reply.ts";
import { at } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { ids } from "../support/world.ts";
import { bodyOf, findsRecord, issueKey, namesParent } from "./cases.ts";
import type { GoldenCase } from "./golden-cases.ts";

/** The ids of the soft-deleted records, by the resource in a path. */
const gone: Readonly<Record<string, string>> = {
  firms: "GoneFirm",
  firmMembers: "GoneMemb",
  referralCodes: "GoneCode",
  plans: "GonePlan",
  clientProfiles: "GoneProf",
};

/** Whether the operation reads a single record that is not a Lead. Lists omit soft-deleted records. */
function readsOneRecord(operation: ApiOperation): boolean {
  return findsRecord(operation) && operation.subject !== "leads";
}

export const deletedErrors: readonly GoldenCase[] = [
  { error: "404 soft-deleted record", by: readsOneRecord, send: sendToDeleted },
  { error: "404 soft-deleted parent", by: namesParent, send: sendToDeleted },
];

async function sendToDeleted(world: World, operation: ApiOperation): Promise<Reply> {
  await addDeletedRecords(world);
  const { method, path, permission } = operation;
  const named = path.replace(/\/(\w+)\/\{\w+\}/, (_match, resource: string) => {
    return `/${resource}/${gone[resource]}`;
  });
  const firmId = path.startsWith("/firms/") ? gone["firms"] : ids.partnerFirm;
  const { key } = await issueKey(world, { firmId, permissions: [permission] });
  const body = bodyOf(operation);
  return world.api(method, `/v1${named}`, { key, ...(body === undefined ? {} : { body }) });
}

/** Adds the records by PUT state, as no other call can create them. Keys and other records stay the same. */
async function addDeletedRecords(world: World): Promise<void> {
  const state = WorldDocument().parse(at(await world.control("GET", "/state"), "data"));
  if (state.firms.some(({ id }) => id === gone["firms"])) return;
  const deleted = (resource: string) => ({
    id: gone[resource],
    deletedAt: "2026-02-02T10:00:00.000Z",
  });
  const firmId = ids.partnerFirm;
  const person = { email: "gone@example.com", firstName: "Gil", lastName: "Gone" };
  const plan = { clientProfileId: gone["clientProfiles"], type: "Buying", status: "New" };
  const put = await world.control("PUT", "/state", {
    ...state,
    firms: [...state.firms, { ...deleted("firms"), name: "Gone", firmType: "Partner" }],
    firmMembers: [
      ...state.firmMembers,
      { ...deleted("firmMembers"), ...person, firmId, isOwner: false },
    ],
    referralCodes: [...state.referralCodes, { ...deleted("referralCodes"), firmId }],
    clientProfiles: [...state.clientProfiles, { ...deleted("clientProfiles"), ...person }],
    plans: [...state.plans, { ...deleted("plans"), ...plan, owners: [firmId] }],
  });
  if (put.status !== 200) throw new Error(`No state: ${put.status} ${put.text}`);
}
