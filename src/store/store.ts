import { lazy } from "../values/lazy.ts";
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
import type { SettingStore, WorkflowStore } from "./settings.ts";
import { settingStore, workflowStore } from "./settings.ts";

/** The database of one workspace, with a part for each kind of record. */
export interface Store extends Omit<Connection, "db">, Readonly<Parts> {}

interface Parts {
  settings: SettingStore;
  firms: FirmStore;
  firmMembers: FirmMemberStore;
  referralCodes: ReferralCodeStore;
  apiKeys: ApiKeyStore;
  leads: LeadStore;
  clientProfiles: ClientProfileStore;
  plans: PlanStore;
  outbox: OutboxStore;
  workflows: WorkflowStore;
}

/**
 * The version of the tables. A file with a later version is rejected, one with an earlier version is
 * migrated.
 */
export const storeVersion = migrations.length;

/** Opens the database at `location` as a store whose parts are created on first use. */
export function openStore(location: Location): Store {
  const { db, ...connection } = openDatabase(location);
  const made: Partial<Parts> = {};
  return {
    ...connection,
    get settings() {
      return (made.settings ??= settingStore(db));
    },
    get firms() {
      return (made.firms ??= firmStore(db));
    },
    get firmMembers() {
      return (made.firmMembers ??= firmMemberStore(db));
    },
    get referralCodes() {
      return (made.referralCodes ??= referralCodeStore(db));
    },
    get apiKeys() {
      return (made.apiKeys ??= apiKeyStore(db));
    },
    get leads() {
      return (made.leads ??= leadStore(db));
    },
    get clientProfiles() {
      return (made.clientProfiles ??= clientProfileStore(db));
    },
    get plans() {
      return (made.plans ??= planStore(db));
    },
    get outbox() {
      return (made.outbox ??= outboxStore(db, this));
    },
    get workflows() {
      return (made.workflows ??= workflowStore(db));
    },
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
