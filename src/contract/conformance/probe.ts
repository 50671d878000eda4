import type { RuleId } from "../../rules/catalogue.ts";
import type { Target, TargetFacts } from "./target.ts";

/** A question about one rule: requests whose answers differ between the rule, its alternatives and anything else. */
export interface Probe {
  readonly rule: RuleId;
  /** Facts without which it cannot be asked. */
  readonly needs?: readonly (keyof TargetFacts)[];
  /** Rules that the question makes use of: where one of them is denied, the answer says nothing. */
  readonly restsOn?: readonly RuleId[];
  readonly run: (target: Target) => Promise<void>;
}

/** Whether a service can be asked. */
export function canBeAsked({ needs = [] }: Probe, facts: TargetFacts): boolean {
  return needs.every((fact) => facts[fact] !== null);
}
