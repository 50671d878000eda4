/** The wording of a finding, for the engineer who owns the client. */
import { isRuleId, ruleOf } from "../../../domain/rules/catalogue.ts";
import { callName } from "../identity.ts";
import type { PlannedVariation } from "../model.ts";
import { rulesOf, sentenceOf } from "../variations/catalogue.ts";

/** One sentence: what the provider did, then the reason for the verdict. */
export function titleOf(planned: PlannedVariation, reason: string): string {
  const { call, choices, operation } = planned;
  const chosen = Object.entries(choices ?? {}).map(([rule, choice]) => `${rule}=${choice}`);
  const happened = chosen.length === 0 ? part(sentenceOf(planned)) : chosen.join(", ");
  const name = call === null ? operation : callName(call);
  const place = name === undefined ? "" : `${name}: `;
  return `${place}${happened}; ${part(reason)}.`;
}

/** The conclusion, followed by the statements of the interface's rules. */
export function explanationOf(planned: PlannedVariation, reason: string): string {
  return [reason, ...rulesOf(planned).flatMap(quoted)].join(" ");
}

function quoted(rule: string): readonly string[] {
  if (!isRuleId(rule)) return [];
  const { clause, statement } = ruleOf(rule);
  return [`${rule} (clause ${clause}): ${statement}`];
}

/** Turns a sentence into a clause of another one. A first word such as GET or Lead.phone keeps its capital. */
function part(sentence: string): string {
  return sentence
    .replace(/^[A-Z](?=[a-z'’-]*[\s,])/, (letter) => letter.toLowerCase())
    .replace(/\.$/, "");
}
