import { authenticationRules } from "./authentication.ts";
import { clientDataRules } from "./client-data.ts";
import { errorRules } from "./errors.ts";
import { leadOperationRules } from "./lead-operations.ts";
import { leadRules } from "./lead.ts";
import { limitRules } from "./limits.ts";
import { listRules } from "./lists.ts";
import { mailRules } from "./mail.ts";
import { resourceRules } from "./resources.ts";
import type { Rule } from "./rule.ts";
import { stateRules } from "./states.ts";
import { transportRules } from "./transport.ts";

/** Every rule by its id. Each answer of the sandbox cites some of them. */
export const catalogue = {
  ...transportRules,
  ...authenticationRules,
  ...leadRules,
  ...leadOperationRules,
  ...clientDataRules,
  ...stateRules,
  ...listRules,
  ...resourceRules,
  ...mailRules,
  ...errorRules,
  ...limitRules,
} as const satisfies Record<string, Rule>;

export type RuleId = keyof typeof catalogue;

/** The rules that a workspace can switch. */
export type ChoiceRuleId = {
  [Id in RuleId]: (typeof catalogue)[Id] extends { readonly default: string } ? Id : never;
}[RuleId];

/** The names that a switchable rule can take. */
export type Choice<Id extends ChoiceRuleId> =
  | (typeof catalogue)[Id]["default"]
  | (typeof catalogue)[Id]["alternatives"][number];

/** Every rule id, in the order of the catalogue. */
export const ruleIds: readonly RuleId[] = Object.keys(catalogue).filter(isRuleId);

export function isRuleId(text: string): text is RuleId {
  return Object.hasOwn(catalogue, text);
}

/** Whether `text` is the id of a rule that a workspace can switch. */
export function isChoiceRuleId(text: string): text is ChoiceRuleId {
  return isRuleId(text) && "default" in catalogue[text];
}

/** The rule with that id, typed as any rule. */
export function ruleOf(id: RuleId): Rule {
  return catalogue[id];
}
