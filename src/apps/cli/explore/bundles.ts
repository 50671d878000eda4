import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import packageJson from "../../../../package.json" with { type: "json" };
import { readTextFile } from "../../../base/texts/text-file.ts";
import type { JsonObject } from "../../../base/values/json.ts";
import { isJsonObject } from "../../../base/values/json.ts";
import { textOfBundle } from "../../../harness/bundle/bundle-file.ts";
import type { BundleContext } from "../../../harness/explore/bundle/bundle-of.ts";
import { bundleOf } from "../../../harness/explore/bundle/bundle-of.ts";
import type { Exploration, ExploreSettings } from "../../../harness/explore/exploration.ts";
import { findingId } from "../../../harness/explore/report/finding-id.ts";
import { documentedWords } from "../../../server/record/documented-words.ts";
import type { Sandbox } from "../../../server/sandbox/sandbox.ts";
import { openSandbox } from "../../../server/sandbox/sandbox.ts";
import type { Config } from "../../../server/settings/config.ts";

/** The properties that the bundles of a command share. */
export interface BundleOptions {
  readonly keepData: boolean;
  readonly results?: string | null;
  readonly env?: string | undefined;
  readonly isDeterministic?: boolean;
}

/** Writes a bundle for each finding to `out`; returns their names by the ids of the findings. */
export async function writeBundles(
  { judged, nondeterminism }: Exploration,
  settings: Omit<ExploreSettings, "environmentOf">,
  options: BundleOptions & { readonly out?: string },
): Promise<ReadonlyMap<string, string>> {
  const { out } = options;
  const found = judged.filter(({ observation }) => observation !== null);
  if (out === undefined || found.length === 0) return new Map();
  const isDeterministic = nondeterminism === null;
  const context = await bundleContext(settings, { ...options, isDeterministic });
  const written = found.map(async (one): Promise<[string, string]> => {
    const { planned, observation } = one;
    const id = findingId(planned, one.verdict);
    const file = `${id}.json`;
    if (observation !== null) {
      const content = bundleOf({ planned, judgement: one, observation }, context);
      await writeFile(join(out, file), textOfBundle(content));
    }
    return [id, file];
  });
  return new Map(await Promise.all(written));
}

/** The content that every bundle of a command has. */
export async function bundleContext(
  settings: Pick<ExploreSettings, "command" | "config" | "rerun" | "startsAt" | "timeoutMs">,
  { keepData, results = null, env, isDeterministic = true }: BundleOptions,
): Promise<BundleContext> {
  const { command, config, startsAt, rerun, timeoutMs } = settings;
  return {
    version: packageJson.version,
    command,
    config,
    world: await fixtureWorld(config),
    startsAt,
    settings: {
      ...(isDeterministic ? {} : { nondeterministic: true as const }),
      rerun,
      results,
      timeoutMs,
      env: env ?? null,
    },
    keepsData: keepData,
    words: keepData ? new Set() : await documentedIn(config),
  };
}

/** The world in a fixture's file; null for a built-in fixture. */
export async function fixtureWorld({ fixture }: Config): Promise<Record<string, unknown> | null> {
  if (!fixture.endsWith(".json")) return null;
  const world: unknown = JSON.parse(await readTextFile(fixture));
  return isJsonObject(world) ? { ...world } : null;
}

/** The words of the OpenAPI document, and the directory that clients are configured with. */
export async function documentedIn(config: Config): Promise<ReadonlySet<string>> {
  const sandbox = openSandbox({ ...config, data: null });
  try {
    const document = await documentOf(sandbox);
    const { firms } = sandbox.describe();
    const ids = firms.flatMap(({ id, firmMembers, referralCodes }) => [
      id,
      ...[...firmMembers, ...referralCodes].map((one) => one.id),
    ]);
    return new Set([...documentedWords(document), ...ids]);
  } finally {
    sandbox.close();
  }
}

/** The OpenAPI document of the emulated API, as a sandbox answers it. */
export async function documentOf(sandbox: Pick<Sandbox, "fetch">): Promise<JsonObject> {
  const request = new Request("http://127.0.0.1/_sandbox/spec/openapi.json");
  const document: unknown = await (await sandbox.fetch(request)).json();
  return isJsonObject(document) ? document : {};
}
