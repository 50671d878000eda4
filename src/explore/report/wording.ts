/** What a finding says to the engineer who owns the client. */
import { isRuleId, ruleOf } from "../../rules/catalogue.ts";
import { callName } from "../identity.ts";
import type { PlannedVariation } from "../model.ts";
import { rulesOf, sentenceOf } from "../variations/catalogue.ts";

/** What happened, in order, in one sentence. */
export function titleOf(planned: PlannedVariation, reason: string): string {
  const { call, choices } = planned;
  const chosen = Object.entries(choices ?? {}).map(([rule, choice]) => `${rule}=${choice}`);
  const happened = chosen.length === 0 ? part(sentenceOf(planned)) : chosen.join(", ");
  const place = call === null ? "" : `${callName(call)}: `;
  return `${place}${happened}; ${part(reason)}.`;
}

/** What was concluded, and what the interface says of it. */
export function explanationOf(planned: PlannedVariation, reason: string): string {
  return [reason, ...rulesOf(planned).flatMap(quoted)].join(" ");
}

function quoted(rule: string): readonly string[] {
  if (!isRuleId(rule)) return [];
  const { clause, statement } = ruleOf(rule);
  return [`${rule} (clause ${clause}): ${statement}`];
}

/** A sentence as a part of another. */
function part(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}
