import type { RuleId } from "./catalogue.ts";
import { ruleIds, ruleOf } from "./catalogue.ts";
import { clientDataParts } from "./parts/client-data.ts";
import { leadOperationParts } from "./parts/lead-operations.ts";
import { leadParts } from "./parts/leads.ts";
import { listParts } from "./parts/lists.ts";
import { requestParts } from "./parts/requests.ts";
import type { Parts } from "./rule.ts";

/** The parts of the rules that claim several things. Any other rule has one part, its whole statement. */
const byRule: Readonly<Partial<Record<RuleId, Parts>>> = {
  ...leadParts,
  ...leadOperationParts,
  ...clientDataParts,
  ...listParts,
  ...requestParts,
};

/** One part of a rule, such as `lead.patch#checks`. */
export type PartId = `${RuleId}#${string}`;

/** The name of the only part of a rule that is not divided. */
const whole = "whole";

/** What a rule claims, by part. */
export function partsOf(rule: RuleId): Parts {
  return byRule[rule] ?? { [whole]: ruleOf(rule).statement };
}

export function partNames(rule: RuleId): readonly string[] {
  return Object.keys(partsOf(rule));
}

/** Every part of every rule. */
export const partIds: readonly PartId[] = ruleIds.flatMap((rule) =>
  partNames(rule).map((part): PartId => `${rule}#${part}`),
);
