/** Judges one rule by the evidence of its probes. */
import type { RuleId } from "../../../domain/rules/catalogue.ts";
import { ruleOf } from "../../../domain/rules/catalogue.ts";
import type { PartId } from "../../../domain/rules/parts.ts";
import { partNames } from "../../../domain/rules/parts.ts";
import type { Probe } from "../probes/probe.ts";
import { partsAsked } from "../probes/probe.ts";
import type { Part } from "../target/target.ts";
import type { Comparison, Observation, ProbeComparison, RuleObservations } from "./compare.ts";
import { differencesIn, evidenceIn, nearestOf } from "./compare.ts";
import type { NotAsked, PartVerdicts, Verdict } from "./verdict.ts";
import { unjudged } from "./verdict.ts";

/** The rules, and the parts of rules, that other probes cannot rely on, with the reason. */
export type Shaky = Map<RuleId | PartId, string>;

/**
 * Judges a rule by the probes that depend on nothing denied, so that each cause is reported once. Adds to `shaky`
 * what the probes of later rules cannot rely on. `open`: the rules and parts without an answer, with the reason; a
 * difference may be due to them.
 */
export function judgeRule(
  about: RuleObservations,
  all: readonly Comparison[],
  shaky: Shaky,
  open: ReadonlyMap<RuleId | PartId, string>,
): Verdict {
  const { rule, observations } = about;
  const causes = new Map<Observation, string>();
  for (const observation of observations) {
    note(observation, observation.probe.dependsOn ?? [], shaky, causes);
  }
  const [byDefault] = without(all, causes);
  // A difference may be due to what the answer depends on.
  for (const { observation, differences } of byDefault?.probes ?? []) {
    if (differences.length === 0) continue;
    const { findings, probe } = observation;
    note(observation, findings.dependsOn, shaky, causes);
    note(observation, [...(probe.dependsOn ?? []), ...findings.dependsOn], open, causes);
  }
  for (const [{ probe }, cause] of causes) spread(probe, cause, shaky);
  if (causes.size === observations.length)
    for (const cause of causes.values()) shaky.set(rule, cause);
  const comparisons = without(all, causes);
  const notAsked = notAskedOf(about, causes);
  const verdict = settled(rule, comparisons, notAsked);
  if (verdict.denies === "documented") {
    const reason = `It can only be checked if ${rule} holds, which is denied`;
    shaky.set(rule, reason);
    for (const part of verdict.parts.denied) shaky.set(`${rule}#${part}`, reason);
  }
  return verdict;
}

/** Notes why an observation cannot be relied on, if it cannot. The first reason counts. */
function note(
  observation: Observation,
  dependsOn: readonly (RuleId | PartId)[],
  shaky: ReadonlyMap<RuleId | PartId, string>,
  causes: Map<Observation, string>,
): void {
  const cause = dependsOn.map((rule) => shaky.get(rule)).find((one) => one !== undefined);
  if (cause !== undefined && !causes.has(observation)) causes.set(observation, cause);
}

/** Other probes cannot rely on the parts that this one could not ask. */
function spread(probe: Probe, cause: string, shaky: Shaky): void {
  for (const part of partsAsked(probe)) shaky.set(`${probe.rule}#${part}`, cause);
}

function without(
  comparisons: readonly Comparison[],
  causes: ReadonlyMap<Observation, string>,
): readonly Comparison[] {
  return comparisons.map(({ choice, probes }) => ({
    choice,
    probes: probes.filter(({ observation }) => !causes.has(observation)),
  }));
}

/** The parts without a complete answer, in the order of the rule. The first reason for a part counts. */
function notAskedOf(
  { rule, observations, notAsked }: RuleObservations,
  causes: ReadonlyMap<Observation, string>,
): readonly NotAsked[] {
  const reasons = new Map<string, string>();
  const set = (parts: readonly string[], reason: string): void => {
    for (const part of parts) if (!reasons.has(part)) reasons.set(part, reason);
  };
  for (const observation of observations) {
    const { probe, findings } = observation;
    const cause = causes.get(observation);
    if (cause !== undefined) set(partsAsked(probe), cause);
    else if (findings.givenUp !== null) set(partsAsked(probe), findings.givenUp);
  }
  for (const { part, reason } of notAsked) set([part], reason);
  return partNames(rule).flatMap((part) => {
    const reason = reasons.get(part);
    return reason === undefined ? [] : [{ part, reason }];
  });
}

function settled(
  rule: RuleId,
  comparisons: readonly Comparison[],
  notAsked: readonly NotAsked[],
): Verdict {
  const [first, ...alike] = comparisons.filter((one) => differencesIn(one).length === 0);
  if (first === undefined) return deniedAltogether(rule, comparisons, notAsked);
  const [reason] = notAsked.length === partNames(rule).length ? notAsked : [];
  if (reason !== undefined) {
    return unjudged(rule, reason.reason, { notAsked, evidence: evidenceIn(first) });
  }
  const names = alike.map((one) => one.choice).join(" and ");
  const more = alike.length === 0 ? "" : ` ${names} would look the same here.`;
  const { default: byDefault = null } = ruleOf(rule);
  if (first.choice !== byDefault) {
    return deniedForChoice(rule, comparisons, { choice: first.choice, more, notAsked });
  }
  const isWhole = notAsked.length === 0;
  return {
    rule,
    verdict: isWhole ? "confirmed" : "partly-confirmed",
    parts: partsIn(rule, notAsked, []),
    denies: null,
    choice: byDefault,
    reason: `It does as the sandbox does${isWhole ? "" : ", as far as it was asked"}.${more}`,
    evidence: evidenceIn(first),
  };
}

/** The service follows an alternative; the report shows the differences from the default. */
function deniedForChoice(
  rule: RuleId,
  [underDefault]: readonly Comparison[],
  {
    choice,
    more,
    notAsked,
  }: { choice: string | null; more: string; notAsked: readonly NotAsked[] },
): Verdict {
  const probes = underDefault?.probes ?? [];
  return {
    rule,
    verdict: "denied",
    parts: partsIn(rule, notAsked, probes),
    denies: "assumed",
    choice,
    reason: `It behaves as under ${choice}.${more}`,
    evidence: probes.flatMap(({ differences }) => differences),
  };
}

function partsIn(
  rule: RuleId,
  notAsked: readonly NotAsked[],
  probes: readonly ProbeComparison[],
): PartVerdicts {
  const differing = probes.filter(({ differences }) => differences.length > 0);
  const denied = new Set(differing.flatMap(({ observation }) => partsAsked(observation.probe)));
  const rest = notAsked.filter(({ part }) => !denied.has(part));
  const missing = new Set(rest.map(({ part }) => part));
  const asked = partNames(rule).filter((part) => !missing.has(part));
  return { asked, denied: asked.filter((part) => denied.has(part)), notAsked: rest };
}

const reasons: Readonly<Record<Part, string>> = {
  documented: "It does not do what the interface says.",
  reference: "It does not do what the provider's public documentation says.",
  assumed: "It does what the sandbox does under no alternative.",
};

/** The service differs from every alternative; the report shows the differences from the nearest one. */
function deniedAltogether(
  rule: RuleId,
  comparisons: readonly Comparison[],
  notAsked: readonly NotAsked[],
): Verdict {
  const probes = nearestOf(comparisons)?.probes ?? [];
  const evidence = probes.flatMap(({ differences }) => differences);
  const sources = new Set(evidence.map(({ part }) => part));
  const denies =
    (["documented", "reference"] as const).find((part) => sources.has(part)) ?? "assumed";
  const parts = partsIn(rule, notAsked, probes);
  const reason = reasons[denies];
  return { rule, verdict: "denied", parts, denies, choice: null, reason, evidence };
}
