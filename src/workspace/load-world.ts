import type { ApiKey, Permission } from "../domain/api-key.ts";
import { defaultPermissions, permissions } from "../domain/api-key.ts";
import type { Lead } from "../domain/lead.ts";
import type { Store } from "../store/store.ts";
import type {
  WorldApiKey,
  WorldClientProfile,
  WorldFirm,
  WorldFirmMember,
  WorldLead,
  WorldPlan,
  WorldReferralCode,
} from "./world-records.ts";
import type { World } from "./world.ts";

/** When a record of a fixture was made, if neither it nor its world says. */
const worldBegan = "2026-01-05T09:00:00.000Z";

/** The key of an entry of a world: the one it carries, or one made from its number. */
export type KeyOf = (entry: WorldApiKey, number: number) => string;

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
      store.leads.insert(index + 1, leadFrom(lead, began, firmId));
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
  const began = milliseconds(world.createdAt ?? worldBegan);
  return world.apiKeys.map((entry, index) => {
    const { id, firmId, roleType, environment, quotaPerHour } = entry;
    return {
      id,
      key: keyOf(entry, index + 1),
      firmId,
      roleType,
      environment,
      quotaPerHour: quotaPerHour === undefined ? "by-rule" : quotaPerHour,
      permissions: inOrder(entry.permissions ?? defaultPermissions),
      createdAt: entry.createdAt === undefined ? began : milliseconds(entry.createdAt),
      expiresAt: optionalMilliseconds(entry.expiresAt),
      revokedAt: optionalMilliseconds(entry.revokedAt),
    };
  });
}

function inOrder(granted: readonly Permission[]): readonly Permission[] {
  if (granted === defaultPermissions) return granted;
  return permissions.filter((permission) => granted.includes(permission));
}

/** Writes API keys into a store that has none. */
export function loadApiKeys(store: Store, apiKeys: readonly ApiKey[]): void {
  for (const [index, key] of apiKeys.entries()) store.apiKeys.insert(index + 1, key);
}

function firmFrom({ colour, logo, ...firm }: WorldFirm, began: string) {
  return { ...firm, ...timesOf(firm, began), colour: colour ?? null, logo: logo ?? null };
}

function firmMemberFrom(
  { subscription: _subscription, ...member }: WorldFirmMember,
  began: string,
) {
  return { ...member, ...timesOf(member, began) };
}

function referralCodeFrom(code: WorldReferralCode, began: string) {
  return { ...code, ...timesOf(code, began) };
}

function clientProfileFrom(profile: WorldClientProfile, began: string) {
  const { id, environment } = profile;
  return { id, environment, ...personOf(profile), ...timesOf(profile, began) };
}

function leadFrom(lead: WorldLead, began: string, firmId: string): Lead {
  const { id, environment, resourceType, resourceId } = lead;
  return {
    id,
    environment,
    firmId,
    resourceType,
    resourceId,
    ...personOf(lead),
    ...timesOf(lead, began),
    referredByReferralCodeId: lead.referredByReferralCodeId ?? null,
    convertedAt: optionalMilliseconds(lead.convertedAt),
    planIds: lead.plan_ids ?? null,
    clientProfileId: lead.clientProfileId ?? null,
  };
}

function planFrom({ owners: _owners, ...plan }: WorldPlan, began: string) {
  return {
    ...plan,
    ...timesOf(plan, began),
    leadId: plan.leadId ?? null,
    name: plan.name ?? null,
    amount: plan.amount ?? null,
  };
}

function personOf(
  person: Pick<WorldLead, "email" | "firstName" | "lastName" | "phone" | "clientData">,
) {
  return {
    email: person.email,
    firstName: person.firstName ?? null,
    lastName: person.lastName ?? null,
    phone: person.phone ?? null,
    clientData: person.clientData ?? null,
  };
}

function timesOf(
  record: Pick<WorldFirm, "createdAt" | "updatedAt" | "deletedAt">,
  began: string,
): { createdAt: number; updatedAt: number; deletedAt: number | null } {
  const createdAt = record.createdAt ?? began;
  return {
    createdAt: milliseconds(createdAt),
    updatedAt: milliseconds(record.updatedAt ?? createdAt),
    deletedAt: optionalMilliseconds(record.deletedAt),
  };
}

function milliseconds(moment: string): number {
  return Date.parse(moment);
}

function optionalMilliseconds(moment: string | null | undefined): number | null {
  return moment === null || moment === undefined ? null : milliseconds(moment);
}
