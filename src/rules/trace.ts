import type { Choice, ChoiceRuleId, RuleId } from "./catalogue.ts";
import { catalogue, isChoiceRuleId, isRuleId, ruleOf } from "./catalogue.ts";
import type { CitedRule } from "./citation-trie.ts";
import { newCitationTrie } from "./citation-trie.ts";

export type { CitedRule };
export { shownRule } from "./citation-trie.ts";

/** The alternatives that a workspace chose over the defaults, by rule id. */
export type Assumptions = Readonly<Record<string, string>>;

/** The rules that one answer rested on, collected while it is made. */
export interface RuleTrace {
  /** What it reads the choices from: those in force when the request came, whatever is switched meanwhile. */
  readonly assumptions: Assumptions;
  /** Notes that a rule decided something. */
  readonly apply: (...ids: readonly RuleId[]) => void;
  /** Notes the rules that decided the answer: they are cited before those that only had a part in it. */
  readonly decide: (...ids: readonly RuleId[]) => void;
  /** The choice in force for a rule, noting that the answer rests on it. */
  readonly choice: <Id extends ChoiceRuleId>(id: Id) => Choice<Id>;
  /** Notes a rule together with the choice in force for it, if it has one. */
  readonly cite: (id: RuleId) => void;
  readonly cited: () => readonly CitedRule[];
  /** What is cited as texts: the ids, with `;assumed` after those of assumed rules. */
  readonly shown: () => readonly string[];
  /** What is cited, as the header x-sandbox-rules carries it. */
  readonly header: () => string;
}

/** Makes empty traces, each of which reads its choices from `assumptions`. */
export type RuleTraces = (assumptions: Assumptions) => RuleTrace;

/** Traces that share what the same rules in the same order come to. */
export function newRuleTraces(): RuleTraces {
  const start = newCitationTrie();
  return (assumptions) => {
    let place = start();
    const apply = (...ids: readonly RuleId[]): void => {
      for (const id of ids) place = place.noting(id, ruleOf(id).standing === "assumed");
    };
    const choice = <Id extends ChoiceRuleId>(id: Id): Choice<Id> => {
      const chosen = chosenFor(id, assumptions);
      place = place.noting(id, restsOnAssumption(id, chosen));
      return chosen;
    };
    return {
      assumptions,
      apply,
      decide(...ids) {
        apply(...ids);
        for (const id of ids) place = place.deciding(id);
      },
      choice,
      cite: (id) => (isChoiceRuleId(id) ? choice(id) : apply(id)),
      cited: () => place.cited(),
      shown: () => place.shown(),
      header: () => place.header(),
    };
  };
}

/** The choice in force for a rule under `assumptions`. */
export function chosenFor<Id extends ChoiceRuleId>(id: Id, assumptions: Assumptions): Choice<Id> {
  const chosen = Object.hasOwn(assumptions, id) ? assumptions[id] : undefined;
  return chosen !== undefined && isChoiceOf(id, chosen) ? chosen : catalogue[id].default;
}

/** Why `choice` cannot be assumed for the rule named `id`, as a sentence, or null when it can. */
export function assumptionRefusal(id: string, choice: unknown): string | null {
  if (!isRuleId(id)) return `There is no rule ${JSON.stringify(id)}; see GET /_sandbox/rules.`;
  if (!isChoiceRuleId(id)) return `Rule ${id} has no alternatives.`;
  if (typeof choice === "string" && isChoiceOf(id, choice)) return null;
  const allowed = [catalogue[id].default, ...catalogue[id].alternatives].join(", ");
  return `Rule ${id} takes one of: ${allowed}.`;
}

function isChoiceOf<Id extends ChoiceRuleId>(id: Id, text: string): text is Choice<Id> {
  const { default: byDefault, alternatives }: { default: string; alternatives: readonly string[] } =
    catalogue[id];
  return text === byDefault || alternatives.includes(text);
}

/** What the reference says is no assumption as long as it is what was chosen. */
function restsOnAssumption(id: ChoiceRuleId, chosen: string): boolean {
  const rule = ruleOf(id);
  return rule.standing !== "reference" || chosen !== rule.default;
}
