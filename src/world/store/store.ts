import { lazy } from "../../base/values/lazy.ts";
import type { ApiKeyStore } from "./api-keys.ts";
import { apiKeyStore } from "./api-keys.ts";
import type { ClientProfileStore } from "./client-profiles.ts";
import { clientProfileStore } from "./client-profiles.ts";
import type { Connection } from "./database.ts";
import { openDatabase } from "./database.ts";
import type { FirmMemberStore } from "./firm-members.ts";
import { firmMemberStore } from "./firm-members.ts";
import type { FirmStore } from "./firms.ts";
import { firmStore } from "./firms.ts";
import type { LeadStore } from "./leads.ts";
import { leadStore } from "./leads.ts";
import { migrations } from "./migrations.ts";
import type { Location } from "./open-database.ts";
import type { OutboxStore } from "./outbox.ts";
import { outboxStore } from "./outbox.ts";
import type { PlanStore } from "./plans.ts";
import { planStore } from "./plans.ts";
import type { ReferralCodeStore } from "./referral-codes.ts";
import { referralCodeStore } from "./referral-codes.ts";
import type { Rename } from "./rename.ts";
import { renaming } from "./rename.ts";
import type { SettingStore, WorkflowStore } from "./settings.ts";
import { settingStore, workflowStore } from "./settings.ts";

/** The database of one workspace, with a part for each kind of record. */
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
  readonly rename: Rename;
}

/**
 * The version of the tables. A file with a later version is rejected, one with an earlier version is
 * migrated.
 */
export const storeVersion = migrations.length;

/** Opens the database at `location` as a store. */
export function openStore(location: Location): Store {
  const { db, ...connection } = openDatabase(location);
  const settings = settingStore(db);
  const firms = firmStore(db);
  return {
    ...connection,
    settings,
    firms,
    firmMembers: firmMemberStore(db),
    referralCodes: referralCodeStore(db),
    apiKeys: apiKeyStore(db),
    leads: leadStore(db),
    clientProfiles: clientProfileStore(db),
    plans: planStore(db),
    outbox: outboxStore(db, { firms, settings }),
    workflows: workflowStore(db),
    rename: renaming(db),
  };
}

/**
 * Opens a store to fill and serialise. It uses one block of memory, which the system gets back on close;
 * separate pages would leave holes.
 */
export function openBlankStore(): Store {
  return openStore({ kind: "memory", image: blankImage() });
}

/** Made once, because the migrations take longer than filling most worlds. */
const blankImage = lazy(() => {
  const blank = openStore({ kind: "memory" });
  try {
    return blank.serialize();
  } finally {
    blank.close();
  }
});
