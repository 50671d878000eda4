/**
 * Does a service keep to the rules, and which of the alternatives does it show? The sandbox itself is the
 * measure: each probe is put to the service and to sandboxes under each alternative, and the evidence is compared.
 */
import type { SandboxClient } from "../../client/sandbox-client.ts";
import type { Json } from "../../domain/json.ts";
import type { RuleId } from "../../rules/catalogue.ts";
import { ruleIds, ruleOf } from "../../rules/catalogue.ts";
import type { Probe } from "./probe.ts";
import { canBeAsked } from "./probe.ts";
import { changeProbes, leadProbes } from "./probes-of-leads.ts";
import { listProbes, requestProbes } from "./probes-of-requests.ts";
import type { ObservedTarget, TargetFacts } from "./target.ts";
import { newTarget } from "./target.ts";

export const probes: readonly Probe[] = [
  ...requestProbes,
  ...listProbes,
  ...leadProbes,
  ...changeProbes,
];

/** `denied` with a choice is an assumption that the service contradicts; without one, it does what no alternative is. */
export interface Verdict {
  readonly rule: RuleId;
  readonly verdict: "confirmed" | "denied" | "unknown";
  /** The alternative that the service shows, where the rule has any. */
  readonly choice: string | null;
  readonly reason: string;
  readonly evidence: readonly Json[];
}

export interface DriftReport {
  readonly verdicts: readonly Verdict[];
  /** The choices that a sandbox has to make to do as the service does, by rule id. */
  readonly assumptions: Readonly<Record<string, string>>;
  readonly requests: number;
  readonly created: number;
}

export interface CheckOptions {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly facts: TargetFacts;
  /** Tells the addresses of this run from those of any other. */
  readonly run: string;
  readonly requestsMax: number;
  /** A sandbox to compare with, which is this check's own. */
  readonly reference: Reference;
}

export interface Reference {
  readonly client: SandboxClient;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Puts every probe that can be asked to the service. */
export async function checkTarget(options: CheckOptions): Promise<DriftReport> {
  const asked = probes.filter((probe) => canBeAsked(probe, options.facts));
  const observed = await observations(asked, options);
  // What is found out about one rule bears on the answers to the probes of others: so twice.
  const first = await judged(observed, options, {});
  const second = await judged(observed, options, first.assumptions);
  const about = new Set(asked.map(({ rule }) => rule));
  const rest = ruleIds.filter((rule) => !about.has(rule)).map(notAsked);
  return {
    verdicts: [...second.verdicts, ...rest],
    assumptions: second.assumptions,
    requests: sum(observed.map(({ target }) => target.requests())),
    created: sum(observed.map(({ target }) => target.created())),
  };
}

interface Observation {
  readonly probe: Probe;
  readonly target: ObservedTarget;
}

/** One probe after the other: a service is not to be flooded. */
async function observations(
  asked: readonly Probe[],
  options: CheckOptions,
): Promise<readonly Observation[]> {
  let left = options.requestsMax;
  const spend = (): void => {
    left -= 1;
    if (left < 0)
      throw new BudgetError(`The budget of ${options.requestsMax} requests is used up.`);
  };
  const observed: Observation[] = [];
  for (const probe of asked) {
    const tag = `${options.run}-${probe.rule}`;
    const target = newTarget({ ...options, tag, spend });
    // oxlint-disable-next-line no-await-in-loop -- one after the other, see above
    await probe.run(target);
    observed.push({ probe, target });
  }
  return observed;
}

/** The requests that were allowed did not suffice. */
export class BudgetError extends Error {}

async function judged(
  observed: readonly Observation[],
  options: CheckOptions,
  base: Readonly<Record<string, string>>,
): Promise<Pick<DriftReport, "verdicts" | "assumptions">> {
  const assumptions: Record<string, string> = {};
  const verdicts: Verdict[] = [];
  for (const observation of observed) {
    const known = { ...base, ...assumptions };
    // oxlint-disable-next-line no-await-in-loop -- what one rule turns out to be bears on the next
    const verdict = await judge(observation, options, known);
    if (verdict.verdict === "denied" && verdict.choice !== null) {
      assumptions[verdict.rule] = verdict.choice;
    }
    verdicts.push(verdict);
  }
  return { verdicts, assumptions };
}

async function judge(
  { probe, target }: Observation,
  options: CheckOptions,
  known: Readonly<Record<string, string>>,
): Promise<Verdict> {
  const { rule } = probe;
  const { default: byDefault = null, alternatives = [] } = ruleOf(rule);
  const evidence = target.evidence();
  const seen = JSON.stringify(evidence);
  const { [rule]: _own, ...others } = known;
  const shown: (string | null)[] = [];
  for (const choice of byDefault === null ? [null] : [byDefault, ...alternatives]) {
    // oxlint-disable-next-line no-await-in-loop -- a few, and each in a workspace of its own
    const expected = await referenceEvidence(
      probe,
      options,
      choice === null ? others : { ...others, [rule]: choice },
    );
    if (JSON.stringify(expected) === seen) shown.push(choice);
  }
  if (shown.includes(byDefault)) {
    return {
      rule,
      verdict: "confirmed",
      choice: byDefault,
      reason: "It does as the sandbox does.",
      evidence,
    };
  }
  const [choice = null] = shown;
  if (choice === null) {
    const reason = "It does what the sandbox does under no alternative.";
    return { rule, verdict: "denied", choice: null, reason, evidence };
  }
  return { rule, verdict: "denied", choice, reason: `It does as under ${choice}.`, evidence };
}

async function referenceEvidence(
  probe: Probe,
  { reference, facts }: CheckOptions,
  assumptions: Readonly<Record<string, string>>,
): Promise<readonly Json[]> {
  const { client } = reference;
  const made = await client.workspaces.create({
    fixture: "default",
    assumptions,
  });
  const keys = made.firms.flatMap(({ apiKeys }) => apiKeys);
  const keyOf = (roleType: string, environment: string): string =>
    keys.find((key) => key.roleType === roleType && key.environment === environment)?.key ?? "";
  const [own, foreign] = made.firms;
  const target = newTarget({
    facts: {
      ...facts,
      apiKey: keyOf("Partner", "sandbox"),
      firmId: own?.id ?? "",
      firmMemberId: own?.firmMembers[0]?.id ?? null,
      foreignFirmId: foreign?.id ?? null,
      otherApiKey: keyOf("Realtor", "sandbox"),
      otherEnvironmentKey: keyOf("Partner", "production"),
    },
    fetch: reference.fetch,
    baseUrl: "http://partner.localhost/v1",
    tag: `reference-${probe.rule}`,
    spend: () => {},
  });
  await probe.run(target);
  await client.workspaces.drop(made.id);
  return target.evidence();
}

function notAsked(rule: RuleId): Verdict {
  const reason = "No request of a partner alone shows it, or a fact to ask with was not given.";
  return { rule, verdict: "unknown", choice: null, reason, evidence: [] };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
