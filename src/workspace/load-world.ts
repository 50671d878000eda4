import type { ApiKey, Permission } from "../domain/api-key.ts";
import { defaultPermissions, permissions } from "../domain/api-key.ts";
import type { Workflow } from "../domain/workflow.ts";
import { apiKeyFields } from "../records/api-key.ts";
import { clientProfileFields } from "../records/client-profile.ts";
import { firmMemberFields } from "../records/firm-member.ts";
import { firmFields } from "../records/firm.ts";
import { fromWorld } from "../records/forms.ts";
import { leadFields } from "../records/lead.ts";
import { planFields } from "../records/plan.ts";
import { referralCodeFields } from "../records/referral-code.ts";
import type { Store } from "../store/store.ts";
import type { WorldApiKey, WorldWorkflow } from "./world-records.ts";
import type { World } from "./world.ts";

/** The creation time of a fixture's record, if neither it nor its world has one. */
const defaultCreatedAt = "2026-01-05T09:00:00.000Z";

/** The key of a world's entry: the given one, or one made from its number. */
export type KeyOf = (entry: WorldApiKey, number: number) => string;

const apiKeyFrom = fromWorld(apiKeyFields);
const firmFrom = fromWorld(firmFields);
const firmMemberFrom = fromWorld(firmMemberFields);
const referralCodeFrom = fromWorld(referralCodeFields);
const clientProfileFrom = fromWorld(clientProfileFields);
const leadFrom = fromWorld(leadFields);
const planFrom = fromWorld(planFields);

/** Writes a world without its API keys into an empty store. */
export function loadWorld(store: Store, world: World): void {
  store.transaction(() => {
    write(store, world);
  });
}

function write(store: Store, world: World): void {
  const began = world.createdAt ?? defaultCreatedAt;
  const firmOfMember = new Map(world.firmMembers.map((member) => [member.id, member.firmId]));
  const firmIdOf = ({ firmId, resourceType, resourceId }: World["leads"][number]): string =>
    firmId ?? (resourceType === "FirmMember" ? firmOfMember.get(resourceId) : null) ?? resourceId;
  for (const [index, firm] of world.firms.entries()) {
    store.firms.insert(index + 1, firmFrom(firm, began));
  }
  for (const [index, member] of world.firmMembers.entries()) {
    store.firmMembers.insert(index + 1, firmMemberFrom(member, began));
    if (member.subscription !== undefined) {
      store.firmMembers.subscribe(member.id, member.subscription === "active");
    }
  }
  for (const [index, code] of world.referralCodes.entries()) {
    store.referralCodes.insert(index + 1, referralCodeFrom(code, began));
  }
  for (const [index, profile] of world.clientProfiles.entries()) {
    store.clientProfiles.insert(index + 1, clientProfileFrom(profile, began));
  }
  for (const [index, lead] of world.leads.entries()) {
    store.leads.insert(index + 1, { ...leadFrom(lead, began), firmId: firmIdOf(lead) });
  }
  for (const [index, plan] of world.plans.entries()) {
    store.plans.insert(index + 1, planFrom(plan, began));
    for (const firmId of plan.owners) store.plans.addOwner(plan.id, firmId);
  }
  for (const workflow of world.workflows) {
    store.workflows.insert(workflowFrom(workflow));
  }
}

/** The workflow of a world's entry. */
export function workflowFrom(entry: WorldWorkflow): Workflow {
  return { ...entry, request: entry.request ?? null };
}

/** A checked world. Only its image contains the records of clients. */
export interface LoadedWorld {
  /** The configuration of clients, and the initial state apart from rows. */
  readonly world: WorldOutline;
  /** The database with the world, serialised. */
  readonly image: () => Buffer;
}

/** A world without the lists that grow. */
export type WorldOutline = Omit<World, "clientProfiles" | "leads" | "plans" | "workflows">;

/** The API keys of a world. */
export function apiKeysOf(
  world: Pick<World, "apiKeys" | "createdAt">,
  keyOf: KeyOf,
): readonly ApiKey[] {
  const began = world.createdAt ?? defaultCreatedAt;
  return world.apiKeys.map((entry, index) => ({
    ...apiKeyFrom(entry, began),
    quotaPerHour: entry.quotaPerHour === undefined ? "by-rule" : entry.quotaPerHour,
    permissions: inOrder(entry.permissions ?? defaultPermissions),
    key: keyOf(entry, index + 1),
  }));
}

function inOrder(granted: readonly Permission[]): readonly Permission[] {
  if (granted === defaultPermissions) return granted;
  return permissions.filter((permission) => granted.includes(permission));
}

/** Writes API keys into a store without any. */
export function loadApiKeys(store: Store, apiKeys: readonly ApiKey[]): void {
  for (const [index, key] of apiKeys.entries()) store.apiKeys.insert(index + 1, key);
}
