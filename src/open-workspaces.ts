/** The workspaces of a sandbox, from its settings. */
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

import type { Config } from "./config.ts";
import { pageLinks } from "./control/pages/links.ts";
import type { MailRelay } from "./mail-relay.ts";
import type { Address } from "./served-address.ts";
import { fileStorage } from "./workspace/file-storage.ts";
import { defaultWorkspaceId } from "./workspace/finish.ts";
import { newFixtureLibrary } from "./workspace/fixtures.ts";
import { memoryStorage } from "./workspace/memory-storage.ts";
import type { Registry } from "./workspace/registry.ts";
import { openRegistry } from "./workspace/registry.ts";

/** The workspaces that were kept, and the default one when it is not among them. */
export function openWorkspaces(config: Config, address: Address, mail: MailRelay): Registry {
  const file = isFixtureFile(config) ? { [fixtureName(config)]: config.fixture } : {};
  const registry = openRegistry({
    fixtures: newFixtureLibrary(fileURLToPath(new URL("../fixtures", import.meta.url)), file),
    platform: {
      links: pageLinks(address.url, config.signUpUrl),
      mailDomain: config.mailDomain,
      relaysMail: mail.isOn,
      messagesMax: config.outboxMessages,
      journal: { entriesMax: config.journalEntries, bytesMax: config.journalBytes },
    },
    assumptions: config.assumptions,
    onOpen: mail.follow,
    storage: config.data === null ? memoryStorage() : fileStorage(config.data),
  });
  if (registry.find(defaultWorkspaceId) !== null) return registry;
  const made = registry.create({
    id: defaultWorkspaceId,
    fixture: fixtureName(config),
    seed: config.seed,
    clock: { mode: "system", offsetMs: 0 },
    assumptions: {},
    quotaPerHour: config.quota,
  });
  if (!made.ok) throw new Error(`There is no fixture ${JSON.stringify(config.fixture)}.`);
  return registry;
}

function isFixtureFile(config: Config): boolean {
  return config.fixture.endsWith(".json");
}

/** The name of the fixture that workspaces start from unless told otherwise. */
export function fixtureName(config: Config): string {
  return isFixtureFile(config) ? basename(config.fixture, ".json") : config.fixture;
}
