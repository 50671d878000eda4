import { setTimeout } from "node:timers/promises";

import type {
  CheckOptions,
  ConformanceReport,
  Reference,
} from "../../../src/harness/check-target/check.ts";
import { checkTarget } from "../../../src/harness/check-target/check.ts";
import type { TargetFacts } from "../../../src/harness/check-target/target/target.ts";
import { newSandboxClient } from "../../../src/index.ts";
import type { Sandbox, SandboxOptions } from "../../../src/server/sandbox/sandbox.ts";
import { listeningSandbox, sharedSandbox } from "../../support/sandbox.ts";

/** A listening sandbox that stands for a user's service; checks use its default workspace. */
export interface Asked {
  readonly url: string;
  readonly facts: TargetFacts;
  /** The method, URL and status of each request, oldest first. */
  readonly journal: () => Promise<readonly { method: string; url: string; status: number }[]>;
  /** The emails of its Leads that are not in a fixture, deleted ones included. */
  readonly emails: () => Promise<readonly string[]>;
  readonly client: ReturnType<typeof newSandboxClient>;
}

/** A quota that no check uses up. It is not unlimited, as rule quota.headers needs a limit. */
const plenty = 100_000;

/** The facts for a check of the default fixture. */
export const facts: TargetFacts = {
  apiKey: "11111111-1111-4111-8111-111111111111",
  firmId: "Harb0rPt",
  firmMemberId: "HPmember",
  foreignFirmId: "MapleRow",
  otherApiKey: "33333333-3333-4333-8333-333333333333",
  otherEnvironmentKey: "22222222-2222-4222-8222-222222222222",
  email: "tester@example.com",
};

/** Starts a sandbox on a free port until the end of the test. */
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

const references = new WeakMap<Sandbox, Reference>();

/** The sandbox of the tests as the reference of a check. It keeps its findings, which take most of a check. */
export function sharedReference(): Reference {
  const sandbox = sharedSandbox();
  const client = newSandboxClient({ url: "http://127.0.0.1", fetch: sandbox.fetch });
  const reference = references.get(sandbox) ?? { client, fetch: sandbox.fetch, known: new Map() };
  references.set(sandbox, reference);
  return reference;
}

/** Checks `asked` with all facts; `options` override them. */
export function check(
  asked: Asked,
  reference: Reference,
  options: Partial<CheckOptions> = {},
): Promise<ConformanceReport> {
  return checkTarget({
    baseUrl: `${asked.url}/v1`,
    fetch: (request) => fetch(request),
    async wait(_ms, why) {
      if (why === "quota") throw new Error("It was told to wait.");
    },
    pause: () => setTimeout(5),
    facts: asked.facts,
    run: "run",
    requestsMax: 1_000,
    reference,
    ...options,
  });
}
