import type { ApiKeyStore } from "./api-keys.ts";
import { apiKeyStore } from "./api-keys.ts";
import type { ClientProfileStore } from "./client-profiles.ts";
import { clientProfileStore } from "./client-profiles.ts";
import type { Connection, Location } from "./database.ts";
import { openDatabase } from "./database.ts";
import type { FirmMemberStore } from "./firm-members.ts";
import { firmMemberStore } from "./firm-members.ts";
import type { FirmStore } from "./firms.ts";
import { firmStore } from "./firms.ts";
import type { LeadStore } from "./leads.ts";
import { leadStore } from "./leads.ts";
import { migrations } from "./migrations.ts";
import type { OutboxStore } from "./outbox.ts";
import { outboxStore } from "./outbox.ts";
import type { PlanStore } from "./plans.ts";
import { planStore } from "./plans.ts";
import type { ReferralCodeStore } from "./referral-codes.ts";
import { referralCodeStore } from "./referral-codes.ts";
import type { SettingStore, WorkflowStore } from "./settings.ts";
import { settingStore, workflowStore } from "./settings.ts";

/** Everything that one workspace keeps in its database, one part for each kind of record. */
export interface Store extends Omit<Connection, "db"> {
  readonly settings: SettingStore;
  readonly firms: FirmStore;
  readonly firmMembers: FirmMemberStore;
  readonly referralCodes: ReferralCodeStore;
  readonly apiKeys: ApiKeyStore;
  readonly leads: LeadStore;
  readonly clientProfiles: ClientProfileStore;
  readonly plans: PlanStore;
  readonly outbox: OutboxStore;
  readonly workflows: WorkflowStore;
}

/** The version of the tables: a file of a later one is refused, of an earlier one brought up to it. */
export const storeVersion = migrations.length;

/** Opens the database at `location` as a store. */
export function openStore(location: Location): Store {
  const { db, ...connection } = openDatabase(location);
  return {
    ...connection,
    settings: settingStore(db),
    firms: firmStore(db),
    firmMembers: firmMemberStore(db),
    referralCodes: referralCodeStore(db),
    apiKeys: apiKeyStore(db),
    leads: leadStore(db),
    clientProfiles: clientProfileStore(db),
    plans: planStore(db),
    outbox: outboxStore(db),
    workflows: workflowStore(db),
  };
}
