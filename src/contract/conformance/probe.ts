import type { RuleId } from "../../rules/catalogue.ts";
import type { Target, TargetFacts } from "./target.ts";

/**
 * A question about one rule. Its requests get different answers under the rule, its alternatives and any other
 * behaviour.
 */
export interface Probe {
  readonly rule: RuleId;
  /** Facts that the probe requires. */
  readonly needs?: readonly (keyof TargetFacts)[];
  /** Rules that the probe depends on. If one of them is denied, the verdict is unknown. */
  readonly dependsOn?: readonly RuleId[];
  readonly run: (target: Target) => Promise<void>;
}

/** Whether all required facts are known. */
export function isApplicable({ needs = [] }: Probe, facts: TargetFacts): boolean {
  return needs.every((fact) => facts[fact] !== null);
}
