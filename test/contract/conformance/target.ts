import { setTimeout } from "node:timers/promises";

import type {
  CheckOptions,
  ConformanceReport,
  Reference,
} from "../../../src/contract/conformance/check.ts";
import { checkTarget } from "../../../src/contract/conformance/check.ts";
import type { TargetFacts } from "../../../src/contract/conformance/target.ts";
import { newSandboxClient } from "../../../src/index.ts";
import type { SandboxOptions } from "../../../src/sandbox.ts";
import { listeningSandbox, newSandbox } from "../../support/sandbox.ts";

/** A sandbox in place of a user's service: it listens, and checks use its default workspace. */
export interface Asked {
  readonly url: string;
  readonly facts: TargetFacts;
  /** The paths with query and the statuses of what it was asked, oldest first. */
  readonly journal: () => Promise<readonly { method: string; url: string; status: number }[]>;
  /** The emails of its Leads, deleted ones too, that no fixture has. */
  readonly emails: () => Promise<readonly string[]>;
  readonly client: ReturnType<typeof newSandboxClient>;
}

/** More than a check ever asks, with a limit still, as rule quota.headers shows one. */
const plenty = 100_000;

/** The facts of every check of the fixture's world. */
export const facts: TargetFacts = {
  apiKey: "11111111-1111-4111-8111-111111111111",
  firmId: "Harb0rPt",
  firmMemberId: "HPmember",
  foreignFirmId: "MapleRow",
  otherApiKey: "33333333-3333-4333-8333-333333333333",
  otherEnvironmentKey: "22222222-2222-4222-8222-222222222222",
  email: "tester@example.com",
};

/** Starts a sandbox on a free port, and ends it with the test. */
export async function startAsked(options: SandboxOptions = {}): Promise<Asked> {
  const listening = await listeningSandbox({ quota: plenty, logLevel: "silent", ...options });
  const client = newSandboxClient({ url: listening.url });
  return {
    url: listening.url,
    facts,
    client,
    async journal() {
      const { data } = await client.requests.list({ limit: 1000 });
      return data.toReversed().map(({ method, path, query, status }) => ({
        method,
        url: query === "" ? path : `${path}?${query.replace(/^\?/, "")}`,
        status,
      }));
    },
    async emails() {
      const { data } = await client.leads.list();
      return data.map(({ email }) => email).filter((email) => email.includes("+"));
    },
  };
}

/** A sandbox of this process to compare with. */
export function newReference(): Reference {
  const sandbox = newSandbox();
  const client = newSandboxClient({ url: "http://127.0.0.1", fetch: sandbox.fetch });
  return { client, fetch: sandbox.fetch };
}

/** Checks `asked` with all facts, unless `options` say otherwise. */
export function check(
  asked: Asked,
  reference: Reference,
  options: Partial<CheckOptions> = {},
): Promise<ConformanceReport> {
  return checkTarget({
    baseUrl: `${asked.url}/v1`,
    fetch: (request) => fetch(request),
    wait: async () => {
      throw new Error("It was told to wait.");
    },
    pause: () => setTimeout(5),
    facts: asked.facts,
    run: "run",
    requestsMax: 1_000,
    reference,
    ...options,
  });
}
