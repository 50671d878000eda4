/** Opens the workspaces and fixtures of the settings. */
import { fileURLToPath } from "node:url";

import type { FixtureLibrary } from "../../world/workspace/fixtures/fixtures.ts";
import {
  FixtureError,
  fixtureName,
  newFixtureLibrary,
} from "../../world/workspace/fixtures/fixtures.ts";
import type { Adopted } from "../../world/workspace/registry/adoption.ts";
import { defaultWorkspaceId } from "../../world/workspace/registry/initial-state.ts";
import type { Registry, RegistryOptions } from "../../world/workspace/registry/registry.ts";
import { openRegistry } from "../../world/workspace/registry/registry.ts";
import { fileStorage } from "../../world/workspace/storage/file-storage.ts";
import { memoryStorage } from "../../world/workspace/storage/memory-storage.ts";
import { newSizeLimits } from "../../world/workspace/storage/size-limits.ts";
import { newSystemTime } from "../../world/workspace/time/system-time.ts";
import type { WorkspaceContext } from "../../world/workspace/workspace-context.ts";
import { pageLinks } from "../pages/links.ts";
import type { Config } from "../settings/config.ts";
import { ConfigError } from "../settings/config.ts";
import { adoptsAnyKey } from "../settings/cross-field-validation.ts";
import type { MailRelay } from "./mail-relay.ts";
import type { Address } from "./served-address.ts";

/**
 * The project's fixtures, the file in the settings, and `worlds` as given-1, given-2 and so on. Throws for an
 * invalid world.
 */
export function openFixtures({ fixture }: Config, worlds: readonly unknown[]): FixtureLibrary {
  const file = fixture.endsWith(".json") ? { [fixtureName(fixture)]: fixture } : {};
  const fixtures = newFixtureLibrary(fixturesFolder, file);
  for (const world of worlds) fixtures.add(world);
  return fixtures;
}

/** In a build, the folder is next to that of the scripts. */
const fixturesPath = import.meta.url.endsWith(".ts") ? "../../../fixtures" : "../fixtures";
const fixturesFolder = fileURLToPath(new URL(fixturesPath, import.meta.url));

export function newWorkspaceDefaults(
  { fixture, seed, quota, workspaceTtl }: Config,
  { clockOffsetMs = 0 }: WorkspaceWatch,
) {
  const clock = { mode: "system", offsetMs: clockOffsetMs } as const;
  const life = workspaceTtl === null ? {} : { ttlMs: workspaceTtl * 1_000, isKeptByUse: true };
  return { fixture: fixtureName(fixture), seed, quotaPerHour: quota, clock, ...life };
}

/** Observes the workspaces of a sandbox, and overrides some of their properties. */
export interface WorkspaceWatch extends Pick<RegistryOptions, "onWorldEnd"> {
  readonly idTail?: string;
  /** What another sandbox adopted, as `Sandbox.adopted` returned it. */
  readonly adopted?: Adopted | undefined;
  readonly onChoice?: WorkspaceContext["onChoice"];
  /** How far the clocks of new workspaces are ahead of the system clock, in milliseconds. */
  readonly clockOffsetMs?: number;
  /** The system time in epoch milliseconds, which never goes back; by default that of this process. */
  readonly systemNow?: () => number;
  /** What waits in real time; by default the timers of this process. */
  readonly timers?: WorkspaceContext["timers"];
}

/**
 * Opens the stored workspaces, and creates the default one if it is missing. Throws `ConfigError` for an invalid
 * fixture.
 */
export function openWorkspaces(
  config: Config,
  fixtures: FixtureLibrary,
  address: Address,
  mail: MailRelay,
  watch: WorkspaceWatch & Pick<WorkspaceContext, "counts"> = {},
): Registry {
  const sizes = newSizeLimits(config);
  const registry = openRegistry({
    fixtures,
    sandbox: {
      systemNow: watch.systemNow ?? newSystemTime(),
      timers: watch.timers,
      links: pageLinks(address.url, config.signUpUrl),
      mailDomain: config.mailDomain,
      relaysMail: mail.isOn,
      outbox: { entriesMax: config.outboxMessages, bytesMax: config.outboxBytes },
      journal: { entriesMax: config.journalEntries, bytesMax: config.journalBytes },
      sizes,
      counts: watch.counts,
      shard: config.shard ?? undefined,
      hasTokens: config.controlToken !== null,
      idTail: watch.idTail,
      onChoice: watch.onChoice,
    },
    assumptions: config.assumptions,
    adoption: {
      rules: config.adopt,
      isMetered: config.quota !== undefined,
      adoptsAnyKey: adoptsAnyKey(config),
    },
    onOpen: mail.follow,
    onWorldEnd: watch.onWorldEnd,
    storage: config.data === null ? memoryStorage() : fileStorage(config.data, sizes),
    isStrict: config.strictData,
    workspacesMax: config.workspacesMax ?? undefined,
  });
  try {
    if (registry.find(defaultWorkspaceId) === null) makeDefault(registry, fixtures, config, watch);
    if (watch.adopted !== undefined) registry.adoption.takeOver(watch.adopted);
    return registry;
  } catch (error) {
    registry.close();
    throw error;
  }
}

function makeDefault(
  registry: Registry,
  fixtures: FixtureLibrary,
  config: Config,
  watch: WorkspaceWatch,
): void {
  refuseUnusable(fixtures, config);
  registry.create({
    ...newWorkspaceDefaults({ ...config, workspaceTtl: null }, watch),
    id: defaultWorkspaceId,
    assumptions: {},
  });
}

/** Throws `ConfigError` for a fixture that is missing or invalid. */
function refuseUnusable(fixtures: FixtureLibrary, { fixture }: Config): void {
  const refused = `Invalid --fixture: ${JSON.stringify(fixture)}`;
  try {
    if (fixtures.find(fixtureName(fixture)) !== null) return;
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error;
    throw new ConfigError(`${refused}. ${error.message}`, { cause: error });
  }
  const names = fixtures.names().join(", ");
  throw new ConfigError(`${refused}. Unknown fixture. Expected one of: ${names}, or a JSON file.`);
}
