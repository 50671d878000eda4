import type { ApiKey, Permission } from "../domain/api-key.ts";
import { defaultPermissions, permissions } from "../domain/api-key.ts";
import type { Lead } from "../domain/lead.ts";
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

/** Number of records that makes a list long. */
const manyRecords = 5_000;

/** Writes a world without its API keys into an empty store. Creates the indexes afterwards if it writes many rows. */
export function loadWorld(store: Store, world: World): void {
  const isLong = longLists.some((list) => world[list].length >= manyRecords);
  const write = (): void => {
    loadShortLists(store, world);
    loadLongLists(store, world);
  };
  store.transaction(() => (isLong ? store.indexedAfter(write) : write()));
}

/** The workflow of a world's entry. */
export function workflowFrom(entry: WorldWorkflow): Workflow {
  return { ...entry, request: entry.request ?? null };
}

/** The lists of a world that can be long. */
const longLists = ["clientProfiles", "leads", "plans"] as const;
type LongList = (typeof longLists)[number];

/**
 * A checked world. Only its image contains the long lists: with a million Leads on the heap, a garbage collection
 * takes longer than an answer.
 */
export interface LoadedWorld {
  /** The configuration of clients, and the initial state apart from rows. */
  readonly world: WorldOutline;
  /** The database with the world, serialised. */
  readonly image: () => Buffer;
}

/** A world without its long lists. */
export type WorldOutline = Omit<World, LongList | "workflows">;

function loadShortLists(store: Store, world: World): void {
  const began = world.createdAt ?? defaultCreatedAt;
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
  for (const workflow of world.workflows) {
    store.workflows.insert(workflowFrom(workflow));
  }
}

/** Converts one record at a time, so that a long list is in memory once. */
function loadLongLists(store: Store, world: World): void {
  const began = world.createdAt ?? defaultCreatedAt;
  const firmOfMember = new Map(world.firmMembers.map((member) => [member.id, member.firmId]));
  const withFirm = (lead: World["leads"][number]): Lead => {
    const member = lead.resourceType === "FirmMember" ? lead.resourceId : null;
    const firmId = lead.firmId ?? firmOfMember.get(member ?? "") ?? lead.resourceId;
    return { ...leadFrom(lead, began), firmId };
  };
  store.clientProfiles.append(each(world.clientProfiles, (one) => clientProfileFrom(one, began)));
  store.leads.append(each(world.leads, withFirm));
  store.plans.append(each(world.plans, (plan) => planFrom(plan, began)));
  for (const { id, owners } of world.plans) {
    for (const firmId of owners) store.plans.addOwner(id, firmId);
  }
}

function* each<Given, Made>(list: readonly Given[], make: (given: Given) => Made): Generator<Made> {
  for (const given of list) yield make(given);
}

/** The API keys of a world. */
export function apiKeysOf(
  world: Pick<World, "apiKeys" | "createdAt">,
  keyOf: KeyOf,
): readonly ApiKey[] {
  const began = world.createdAt ?? defaultCreatedAt;
  return world.apiKeys.map((entry, index) => ({
    ...apiKeyOf(entry, began),
    key: keyOf(entry, index + 1),
  }));
}

/** The API key of each entry without its text, which differs by workspace. An entry belongs to one world. */
const keysWithoutText = new WeakMap<WorldApiKey, Omit<ApiKey, "key">>();

function apiKeyOf(entry: WorldApiKey, began: string): Omit<ApiKey, "key"> {
  const known = keysWithoutText.get(entry);
  if (known !== undefined) return known;
  const read = {
    ...apiKeyFrom(entry, began),
    quotaPerHour: entry.quotaPerHour === undefined ? ("by-rule" as const) : entry.quotaPerHour,
    permissions: inOrder(entry.permissions ?? defaultPermissions),
  };
  keysWithoutText.set(entry, read);
  return read;
}

function inOrder(granted: readonly Permission[]): readonly Permission[] {
  if (granted === defaultPermissions) return granted;
  return permissions.filter((permission) => granted.includes(permission));
}

/** Writes API keys into a store without any. */
export function loadApiKeys(store: Store, apiKeys: readonly ApiKey[]): void {
  for (const [index, key] of apiKeys.entries()) store.apiKeys.insert(index + 1, key);
}
