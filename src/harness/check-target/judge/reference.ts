/** The sandbox to compare a service with. */
import type { SandboxClient } from "../../../library/client/sandbox-client.ts";
import type { Probe } from "../probes/probe.ts";
import type { Service } from "../target/service.ts";
import { newService } from "../target/service.ts";
import type { Findings, TargetFacts, TargetOptions } from "../target/target.ts";
import { findingsOf } from "../target/target.ts";

/** A sandbox that creates and drops workspaces. */
export interface Reference {
  readonly client: SandboxClient;
  readonly fetch: (request: Request) => Promise<Response>;
  /** The findings of earlier runs, empty at first. */
  readonly known: Map<string, ReadonlyMap<Probe, Findings>>;
}

const baseUrl = "http://partner.localhost/v1";

/**
 * The findings of probes in a fresh workspace with these assumptions, one probe after the other. They are the same in
 * every round of a check and in every check, so that each is asked once.
 */
export async function knownFindings(
  probes: readonly Probe[],
  facts: TargetFacts,
  reference: Reference,
  assumptions: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<Probe, Findings>> {
  const chosen = Object.keys(assumptions).toSorted();
  const key = JSON.stringify([
    facts.email,
    probes.map(({ rule }) => rule),
    chosen.map((rule) => [rule, assumptions[rule]]),
  ]);
  const known = reference.known.get(key);
  // Probes of one rule may be a selection.
  if (known !== undefined && probes.every((probe) => known.has(probe))) return known;
  const findings = await inWorkspace(facts, reference, assumptions, (own, service) =>
    run(probes, own, service),
  );
  reference.known.set(key, findings);
  return findings;
}

/** Runs probes one after another in a workspace with default assumptions. */
export async function referenceRun(
  probes: readonly Probe[],
  facts: TargetFacts,
  reference: Reference,
): Promise<Service> {
  return inWorkspace(facts, reference, {}, async (own, service) => {
    await run(probes, own, service);
    return service;
  });
}

async function run(
  probes: readonly Probe[],
  facts: TargetFacts,
  { send }: Service,
): Promise<ReadonlyMap<Probe, Findings>> {
  const shared: TargetOptions["shared"] = new Map();
  const findings = new Map<Probe, Findings>();
  for (const [number, probe] of probes.entries()) {
    const options = { facts, baseUrl, send, pause, shared, tag: `reference-${number}` };
    // oxlint-disable-next-line no-await-in-loop -- sequential, as against a service
    findings.set(probe, await findingsOf(probe, options));
  }
  return findings;
}

/** Runs `work` in its own workspace, then drops the workspace. The quota is high enough that no request waits. */
async function inWorkspace<Value>(
  facts: TargetFacts,
  { client, fetch }: Reference,
  assumptions: Readonly<Record<string, string>>,
  work: (facts: TargetFacts, service: Service) => Promise<Value>,
): Promise<Value> {
  const made = await client.workspaces.create({
    fixture: "default",
    quotaPerHour: plenty,
    assumptions,
  });
  const keys = made.firms.flatMap(({ apiKeys }) => apiKeys);
  const keyOfRole = (roleType: string, environment: string): string =>
    keys.find((key) => key.roleType === roleType && key.environment === environment)?.key ?? "";
  const [own, foreign] = made.firms;
  const ownFacts = {
    ...facts,
    apiKey: keyOfRole("Partner", "sandbox"),
    firmId: own?.id ?? "",
    firmMemberId: own?.firmMembers[0]?.id ?? null,
    foreignFirmId: foreign?.id ?? null,
    otherApiKey: keyOfRole("Realtor", "sandbox"),
    otherEnvironmentKey: keyOfRole("Partner", "production"),
  };
  const service = newService({ fetch, requestsMax: plenty, wait: async () => {} });
  try {
    return await work(ownFacts, service);
  } finally {
    await client.workspaces.drop(made.id);
  }
}

/** No pause needed: a sandbox keeps the order of creations. */
const pause = async (): Promise<void> => {};

/** High but finite: the headers of rule quota.headers require a limit. */
const plenty = 1_000_000;
