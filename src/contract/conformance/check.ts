/**
 * Checks whether a service follows the rules, and which alternatives it shows. The sandbox is the reference. Each
 * probe runs against the service and against sandboxes under each alternative, then the evidence is compared.
 */
import type { RuleId } from "../../rules/catalogue.ts";
import { ruleIds } from "../../rules/catalogue.ts";
import type { Assumptions, Observation, Verdict } from "./judge.ts";
import { judged, unjudged } from "./judge.ts";
import type { Probe } from "./probe.ts";
import { isApplicable } from "./probe.ts";
import { changeProbes, scopeProbes, uniqueProbes } from "./probes-of-changes.ts";
import { errorProbes } from "./probes-of-errors.ts";
import { filterProbes } from "./probes-of-filters.ts";
import { includeProbes } from "./probes-of-includes.ts";
import { creationProbes, leadProbes } from "./probes-of-leads.ts";
import { listProbes, pageProbes } from "./probes-of-lists.ts";
import { formProbes, requestProbes } from "./probes-of-requests.ts";
import type { Reference } from "./reference.ts";
import { referenceRun } from "./reference.ts";
import type { Service, ServiceOptions, StopCause } from "./service.ts";
import { newService, StoppedError } from "./service.ts";
import type { TargetFacts, TargetOptions } from "./target.ts";
import { singleAnswer, findingsOf } from "./target.ts";
import { unprobedRules } from "./unprobed-rules.ts";

export type { Reference } from "./reference.ts";
export type { Verdict } from "./judge.ts";

/** All probes in running order: those that others depend on come first. */
export const probes: readonly Probe[] = [
  ...formProbes,
  ...creationProbes,
  ...errorProbes,
  ...filterProbes,
  ...listProbes,
  ...requestProbes,
  ...uniqueProbes,
  ...leadProbes,
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
  /** A sandbox to compare with; only this check uses it. */
  readonly reference: Reference;
}

/** The size of a check if the service follows the rules. */
export interface CheckPlan {
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
    questions: asked.length,
    requests: service.requests() + firstOne,
    created: service.created(),
    deleted: service.deleted(),
  };
}

/** Runs every applicable probe against the service. Stops early on a `StoppedError`. */
export async function checkTarget(options: CheckOptions): Promise<ConformanceReport> {
  const service = newService(options);
  const asked = askedWith(options.facts);
  const { observed, stopped } = await observations(asked, service, options);
  const { verdicts, assumptions } = await judged(observed, options.facts, options.reference);
  const about = new Set(observed.map(({ probe }) => probe.rule));
  const rest = ruleIds
    .filter((rule) => !about.has(rule))
    .map((rule) => unknown(rule, asked, options.facts));
  return {
    verdicts: [...verdicts, ...rest],
    assumptions,
    requests: service.requests(),
    created: service.created(),
    stopped: stopped === null ? null : { cause: stopped.stop, reason: stopped.message },
  };
}

function askedWith(facts: TargetFacts): readonly Probe[] {
  return probes.filter((probe) => isApplicable(probe, facts));
}

interface Observations {
  readonly observed: readonly Observation[];
  readonly stopped: StoppedError | null;
}

/** Runs one probe at a time, to avoid flooding the service. */
async function observations(
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
  const { status } = await singleAnswer("GET", `/firms/${firmId}/leads?limit=1`, options);
  if (status === 200) return;
  const problems: Readonly<Record<number, string>> = {
    401: "the key is not taken there (401)",
    403: `the key may not read the Leads of the Firm ${firmId} (403)`,
    404: `there is no Firm ${firmId} for this key, or no Lead API at this base URL (404)`,
  };
  const problem = problems[status] ?? `the Leads of the Firm ${firmId} are answered with ${status}`;
  throw new StoppedError("refused", `No check was made: ${problem}.`);
}

function unknown(rule: RuleId, asked: readonly Probe[], facts: TargetFacts): Verdict {
  if (asked.some((probe) => probe.rule === rule)) return unjudged(rule, "It came to an end before");
  const missing = probes
    .filter((probe) => probe.rule === rule)
    .flatMap(({ needs = [] }) => needs.filter((fact) => facts[fact] === null));
  if (missing.length > 0)
    return unjudged(rule, `To ask, it needs ${missing.map(optionOf).join(", ")}`);
  const reasons = Object.entries(unprobedRules).find(([, rules]) => rules.includes(rule));
  return unjudged(rule, reasons?.[0] ?? "No probe covers it");
}

/** The option that sets a fact: `--foreign-firm` for `foreignFirmId`. */
function optionOf(fact: keyof TargetFacts): string {
  const name = fact.replace(/Id$/, "");
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
