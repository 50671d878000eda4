import type { ApiKey, Permission } from "../domain/api-key.ts";
import { defaultPermissions, permissions } from "../domain/api-key.ts";
import { apiKeyFields } from "../records/api-key.ts";
import { clientProfileFields } from "../records/client-profile.ts";
import { firmMemberFields } from "../records/firm-member.ts";
import { firmFields } from "../records/firm.ts";
import { fromWorld } from "../records/forms.ts";
import { leadFields } from "../records/lead.ts";
import { planFields } from "../records/plan.ts";
import { referralCodeFields } from "../records/referral-code.ts";
import type { Store } from "../store/store.ts";
import type { WorldApiKey } from "./world-records.ts";
import type { World } from "./world.ts";

/** When a record of a fixture was made, if neither it nor its world says. */
const worldBegan = "2026-01-05T09:00:00.000Z";

/** The key of an entry of a world: the one it carries, or one made from its number. */
export type KeyOf = (entry: WorldApiKey, number: number) => string;

const apiKeyFrom = fromWorld(apiKeyFields);
const firmFrom = fromWorld(firmFields);
const firmMemberFrom = fromWorld(firmMemberFields);
const referralCodeFrom = fromWorld(referralCodeFields);
const clientProfileFrom = fromWorld(clientProfileFields);
const leadFrom = fromWorld(leadFields);
const planFrom = fromWorld(planFields);

/** Writes a world into an empty store, all but its API keys. */
export function loadWorld(store: Store, world: World): void {
  const began = world.createdAt ?? worldBegan;
  const firmOfMember = new Map(world.firmMembers.map((member) => [member.id, member.firmId]));
  store.transaction(() => {
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
      const member = lead.resourceType === "FirmMember" ? lead.resourceId : null;
      const firmId = firmOfMember.get(member ?? "") ?? lead.resourceId;
      store.leads.insert(index + 1, { ...leadFrom(lead, began), firmId });
    }
    for (const [index, plan] of world.plans.entries()) {
      store.plans.insert(index + 1, planFrom(plan, began));
      for (const firmId of plan.owners) store.plans.addOwner(plan.id, firmId);
    }
    for (const workflow of world.workflows) {
      store.workflows.insert({ ...workflow, request: workflow.request ?? null });
    }
  });
}

/** The API keys of a world. */
export function apiKeysOf(
  world: Pick<World, "apiKeys" | "createdAt">,
  keyOf: KeyOf,
): readonly ApiKey[] {
  const began = world.createdAt ?? worldBegan;
  return world.apiKeys.map((entry, index) => ({
    ...apiKeyFrom(entry, began),
    key: keyOf(entry, index + 1),
    quotaPerHour: entry.quotaPerHour === undefined ? "by-rule" : entry.quotaPerHour,
    permissions: inOrder(entry.permissions ?? defaultPermissions),
  }));
}

function inOrder(granted: readonly Permission[]): readonly Permission[] {
  if (granted === defaultPermissions) return granted;
  return permissions.filter((permission) => granted.includes(permission));
}

/** Writes API keys into a store that has none. */
export function loadApiKeys(store: Store, apiKeys: readonly ApiKey[]): void {
  for (const [index, key] of apiKeys.entries()) store.apiKeys.insert(index + 1, key);
}
