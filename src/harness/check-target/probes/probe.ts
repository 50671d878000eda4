import type { RuleId } from "../../../domain/rules/catalogue.ts";
import type { PartId } from "../../../domain/rules/parts.ts";
import { partNames } from "../../../domain/rules/parts.ts";
import type { Target, TargetFacts } from "../target/target.ts";

/**
 * A question about one rule, or about some of its parts. Its requests get different answers under the rule, its
 * alternatives and any other behaviour.
 */
export interface Probe {
  readonly rule: RuleId;
  /** The parts of the rule that it asks; all by default. Several probes may ask the same part. */
  readonly parts?: readonly string[];
  readonly needs?: readonly (keyof TargetFacts)[];
  /** Rules, or parts of rules, that the probe depends on. If one is denied, its own parts are unknown. */
  readonly dependsOn?: readonly (RuleId | PartId)[];
  readonly run: (target: Target) => Promise<void>;
}

/** Whether all required facts are known. */
export function isApplicable({ needs = [] }: Probe, facts: TargetFacts): boolean {
  return needs.every((fact) => facts[fact] !== null);
}

export function partsAsked({ rule, parts }: Probe): readonly string[] {
  return parts ?? partNames(rule);
}

/** The same with the rule in front. */
export function partIdsAsked(probe: Probe): readonly PartId[] {
  return partsAsked(probe).map((part): PartId => `${probe.rule}#${part}`);
}
