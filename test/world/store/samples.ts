import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished } from "vitest";

import type { Lead } from "../../../src/domain/model/lead.ts";
import { newLead } from "../../../src/domain/model/lead.ts";
import type { Store } from "../../../src/world/store/store.ts";
import { openStore } from "../../../src/world/store/store.ts";

/** A Lead with that id, created at 1000. */
export function aLead(id: string, changes: Partial<Lead> = {}): Lead {
  const identity = {
    id,
    environment: "sandbox",
    firmId: "Firm0001",
    resourceId: "Firm0001",
    resourceType: "Firm",
  } as const;
  const fields = {
    email: `${id}@example.com`,
    firstName: "Ann",
    lastName: "Ash",
    phone: null,
    clientData: null,
    referredByReferralCodeId: null,
  };
  return { ...newLead({ ...identity, now: 1_000 }, fields), ...changes };
}

/** An empty store in memory, closed at the end of the test. */
export function memoryStore(image?: Buffer): Store {
  const store = openStore({ kind: "memory", ...(image === undefined ? {} : { image }) });
  onTestFinished(() => store.close());
  return store;
}

/** A temporary folder for one test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The ids of all Leads in creation order. */
export function leadIds(store: Store): readonly string[] {
  return store.leads.all().map(({ id }) => id);
}
