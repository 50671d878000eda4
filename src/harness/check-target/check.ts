/**
 * Checks whether a service follows the rules, and which alternatives it shows. The sandbox is the reference. Each
 * probe runs against the service and against sandboxes under each alternative, then the evidence is compared.
 */
import type { RuleId } from "../../domain/rules/catalogue.ts";
import { ruleIds } from "../../domain/rules/catalogue.ts";
import { partNames } from "../../domain/rules/parts.ts";
import type { Observation, RuleObservations } from "./judge/compare.ts";
import type { Assumptions } from "./judge/judge.ts";
import { judged } from "./judge/judge.ts";
import type { Reference } from "./judge/reference.ts";
import { referenceRun } from "./judge/reference.ts";
import type { NotAsked, Verdict } from "./judge/verdict.ts";
import { unjudged } from "./judge/verdict.ts";
import { changeProbes } from "./probes/changes.ts";
import { clientDataProbes } from "./probes/client-data.ts";
import { errorProbes } from "./probes/errors.ts";
import { fieldProbes } from "./probes/fields.ts";
import { filterProbes } from "./probes/filters.ts";
import { includeProbes } from "./probes/includes.ts";
import { keyProbes } from "./probes/keys.ts";
import { leadListProbes } from "./probes/lead-lists.ts";
import { creationProbes, parentProbes } from "./probes/leads.ts";
import { listProbes, pageProbes } from "./probes/lists.ts";
import { orderProbes } from "./probes/orders.ts";
import type { Probe } from "./probes/probe.ts";
import { isApplicable, partIdsAsked, partsAsked } from "./probes/probe.ts";
import { formProbes, requestProbes } from "./probes/requests.ts";
import { resourceProbes } from "./probes/resources.ts";
import { scopeProbes } from "./probes/scopes.ts";
import { uniqueProbes } from "./probes/uniqueness.ts";
import { reasonFor } from "./probes/unprobed-rules.ts";
import type { Service, ServiceOptions, StopCause } from "./target/service.ts";
import { LostConnectionError, newService, StoppedError } from "./target/service.ts";
import type { TargetFacts, TargetOptions } from "./target/target.ts";
import { singleAnswer, findingsOf } from "./target/target.ts";

export type { Reference } from "./judge/reference.ts";
export type { Verdict } from "./judge/verdict.ts";

/** All probes in running order: those that others depend on come first. */
export const probes: readonly Probe[] = [
  ...formProbes,
  ...creationProbes,
  ...errorProbes,
  ...filterProbes,
  ...orderProbes,
  ...listProbes,
  ...leadListProbes,
  ...keyProbes,
  ...requestProbes,
  ...resourceProbes,
  ...uniqueProbes,
  ...fieldProbes,
  ...clientDataProbes,
  ...parentProbes,
  ...changeProbes,
  ...scopeProbes,
  ...includeProbes,
  ...pageProbes,
];

/** The verdicts on a service, and the assumptions that make a sandbox behave the same. */
export interface ConformanceReport {
  readonly verdicts: readonly Verdict[];
  /** The choices that make a sandbox behave like the service, by rule id. */
  readonly assumptions: Assumptions;
  readonly requests: number;
  readonly created: number;
  /** Requests without an answer; what they asked is unknown. */
  readonly lost: number;
  /** Why the check ended early; null when every probe ran. */
  readonly stopped: { readonly cause: StopCause; readonly reason: string } | null;
}

export interface CheckOptions extends ServiceOptions {
  readonly baseUrl: string;
  readonly facts: TargetFacts;
  /** Waits briefly, so that the service can order two creations. */
  readonly pause: () => Promise<void>;
  /** Distinguishes the addresses of this run from those of other runs. */
  readonly run: string;
  /** Which probes to run, in this order; all by default. */
  readonly probes?: readonly Probe[];
  /** A sandbox to compare with; only this check uses it. */
  readonly reference: Reference;
}

/** The size of a check if the service follows the rules. */
export interface CheckPlan {
  /** The parts of rules that it asks about. */
  readonly questions: number;
  readonly requests: number;
  readonly created: number;
  readonly deleted: number;
}

/** Counts the requests and records of a check by running it on the reference. */
export async function plannedCheck(facts: TargetFacts, reference: Reference): Promise<CheckPlan> {
  const asked = askedWith(facts);
  const service = await referenceRun(asked, facts, reference);
  const firstOne = 1;
  return {
    questions: new Set(asked.flatMap(partIdsAsked)).size,
    requests: service.requests() + firstOne,
    created: service.created(),
    deleted: service.deleted(),
  };
}

/** Runs every applicable probe against the service. Stops early on a `StoppedError`. */
export async function checkTarget(options: CheckOptions): Promise<ConformanceReport> {
  const service = newService(options);
  const asked = askedWith(options.facts, options.probes);
  const { observed, stopped } = await observationsOf(asked, service, options);
  const about = byRule(observed, options.facts);
  const { verdicts, assumptions } = await judged(about, options.facts, options.reference);
  const judgedRules = new Set(about.map(({ rule }) => rule));
  const rest = ruleIds
    .filter((rule) => !judgedRules.has(rule))
    .map((rule) => unknown(rule, observed, options.facts));
  return {
    verdicts: [...verdicts, ...rest],
    assumptions,
    requests: service.requests(),
    created: service.created(),
    lost: service.lost(),
    stopped: stopped === null ? null : { cause: stopped.stop, reason: stopped.message },
  };
}

function askedWith(facts: TargetFacts, among = probes): readonly Probe[] {
  return among.filter((probe) => isApplicable(probe, facts));
}

interface Observations {
  readonly observed: readonly Observation[];
  readonly stopped: StoppedError | null;
}

/** Runs one probe at a time, to avoid flooding the service. */
async function observationsOf(
  asked: readonly Probe[],
  service: Service,
  { baseUrl, facts, run, pause }: CheckOptions,
): Promise<Observations> {
  const observed: Observation[] = [];
  const shared: TargetOptions["shared"] = new Map();
  const { send } = service;
  try {
    await admitted({ baseUrl, facts, send });
    for (const [number, probe] of asked.entries()) {
      const options = { facts, baseUrl, send, pause, shared, tag: `${run}-${number}` };
      // oxlint-disable-next-line no-await-in-loop -- one after the other, see above
      observed.push({ probe, findings: await findingsOf(probe, options) });
    }
    return { observed, stopped: null };
  } catch (error) {
    if (error instanceof StoppedError) return { observed, stopped: error };
    throw error;
  }
}

/**
 * Throws `StoppedError` if the service rejects the key or the Firm: every rule would be denied for that reason
 * alone.
 */
async function admitted(options: Pick<TargetOptions, "baseUrl" | "facts" | "send">): Promise<void> {
  const { firmId } = options.facts;
  const { status } = await firstAnswer(`/firms/${firmId}/leads?limit=1`, options);
  if (status === 200) return;
  const problems: Readonly<Record<number, string>> = {
    401: "the key is not taken there (401)",
    403: `the key may not read the Leads of the Firm ${firmId} (403)`,
    404: `there is no Firm ${firmId} for this key, or no Lead API at this base URL (404)`,
  };
  const problem = problems[status] ?? `the Leads of the Firm ${firmId} are answered with ${status}`;
  throw new StoppedError("refused", `No check was made: ${problem}.`);
}

/** The first answer. Without one the service cannot be reached. */
async function firstAnswer(path: string, options: Parameters<typeof admitted>[0]) {
  try {
    return await singleAnswer("GET", path, options);
  } catch (error) {
    if (!(error instanceof LostConnectionError)) throw error;
    const { origin } = new URL(options.baseUrl);
    throw new StoppedError("unreachable", `${origin} cannot be reached: ${error.message}.`);
  }
}

/** The observations of each rule, in the order of its first probe. */
function byRule(observed: readonly Observation[], facts: TargetFacts): readonly RuleObservations[] {
  const rules = Map.groupBy(observed, ({ probe }) => probe.rule);
  return [...rules].map(([rule, observations]) => ({
    rule,
    observations,
    notAsked: notAskedOf(rule, observed, facts),
  }));
}

function unknown(rule: RuleId, observed: readonly Observation[], facts: TargetFacts): Verdict {
  const notAsked = notAskedOf(rule, observed, facts);
  return unjudged(rule, notAsked[0]?.reason ?? noProbe, { notAsked });
}

const noProbe = "No probe covers it";

/** The parts of a rule that not all of their probes have asked, with the reason. */
function notAskedOf(
  rule: RuleId,
  observed: readonly Observation[],
  facts: TargetFacts,
): readonly NotAsked[] {
  const done = new Set(observed.map(({ probe }) => probe));
  return partNames(rule).flatMap((part) => {
    const asking = probes.filter(
      (probe) => probe.rule === rule && partsAsked(probe).includes(part),
    );
    const missing = asking.filter((probe) => !done.has(probe));
    if (asking.length > 0 && missing.length === 0) return [];
    const needed = missing.flatMap(({ needs = [] }) =>
      needs.filter((fact) => facts[fact] === null),
    );
    if (needed.length > 0) {
      const options = [...new Set(needed.map(optionOf))].join(", ");
      return [{ part, reason: `To ask, it needs ${options}` }];
    }
    const reason = asking.length > 0 ? "It came to an end before" : reasonFor(rule, part);
    return [{ part, reason: reason ?? noProbe }];
  });
}

/** The option that sets a fact: `--foreign-firm` for `foreignFirmId`. */
function optionOf(fact: keyof TargetFacts): string {
  const name = fact.replace(/Id$/, "");
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
