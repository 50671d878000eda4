import type { Exploration, ExploreSettings } from "../../../src/harness/explore/exploration.ts";
import { explore } from "../../../src/harness/explore/explore.ts";
import type { ReportContext } from "../../../src/harness/explore/report/report.ts";
import { config } from "./settings.ts";

/** The environment variables of a client. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * A client that runs in this process and returns its exit code. A client that throws exits with 1.
 */
export type Client = (variables: Variables) => Promise<number>;

/** What a report knows besides the exploration: nothing was accepted, known or kept before. */
export const reportContext: ReportContext = {
  version: "1.0.0",
  acceptedFor: () => null,
  acceptedIds: [],
  knownGroups: new Set(),
  bundleFor: () => null,
  notes: [],
  given: {},
  minExplored: "core",
  messageOf: ({ kind }) => kind,
};

/** Explores `client` over HTTP, with `given` over the default settings. */
export function exploredInProcess(
  client: Client,
  given: Partial<ExploreSettings> = {},
): Promise<Exploration> {
  return explore(inProcessSettings(client, given));
}

/** The settings of such an exploration. */
export function inProcessSettings(
  client: Client,
  given: Partial<ExploreSettings> = {},
): ExploreSettings {
  return {
    command: ["in this process"],
    config: config(),
    worlds: [],
    startsAt: Date.now(),
    results: null,
    rerun: false,
    families: ["faults", "unknowns", "evolution"],
    operations: [],
    pairs: false,
    budgetMs: 600_000,
    jobs: null,
    cores: 4,
    shard: { part: 1, of: 1 },
    timeoutMs: null,
    allowNondeterminism: false,
    signal: new AbortController().signal,
    onProgress: () => {},
    async launch({ env }) {
      const code = await client(env).catch(() => 1);
      return { code, signal: null, timedOut: false, error: null };
    },
    async environmentOf(sandbox, listening) {
      const [firm] = sandbox.describe().firms;
      const key = firm?.apiKeys.find(({ environment }) => environment === "sandbox")?.key;
      const variables = {
        ...process.env,
        LEAD_API_URL: listening.url,
        LEAD_API_KEY: key,
        LEAD_API_FIRM_ID: firm?.id,
      };
      return { variables, end: async () => {} };
    },
    ...given,
  };
}
