import type { Choice, ChoiceRuleId, RuleId } from "./catalogue.ts";
import { catalogue, isChoiceRuleId, isRuleId, ruleIds, ruleOf } from "./catalogue.ts";
import type { CitedRule, TrieNode } from "./citation-trie.ts";
import { newCitationTrie } from "./citation-trie.ts";

export type { CitedRule };
export { shownRule } from "./citation-trie.ts";

/** The alternatives that a workspace chose instead of the defaults, by rule id. */
export type Assumptions = Readonly<Record<string, string>>;

/** The rules that one answer applied, collected while the answer is made. */
export interface RuleTrace {
  /** The choices in force when the request came; later switches do not affect them. */
  readonly assumptions: Assumptions;
  /** Cites rules that decided something. */
  apply(...ids: readonly RuleId[]): void;
  /** Cites the rules that decided the answer. They are listed before the others. */
  decide(...ids: readonly RuleId[]): void;
  /** The choice in force for a rule. Cites the rule. */
  choice<Id extends ChoiceRuleId>(id: Id): Choice<Id>;
  /** Cites a rule together with the choice in force for it, if it has one. */
  cite(id: RuleId): void;
  cited(): readonly CitedRule[];
  /** The cited rule ids, with `;assumed` after those of assumed rules. */
  shown(): readonly string[];
  /** The value of the header x-sandbox-rules. */
  header(): string;
}

/** Creates an empty trace that reads its choices from `assumptions`. */
export type RuleTraces = (assumptions: Assumptions) => RuleTrace;

/** Creates traces that share one trie. */
export function newRuleTraces(): RuleTraces {
  const start = newCitationTrie();
  return (assumptions) => new TraceInTrie(assumptions, start());
}

/** A class: each request has one, and its closures took half a kilobyte. */
class TraceInTrie implements RuleTrace {
  readonly assumptions: Assumptions;
  #place: TrieNode;

  constructor(assumptions: Assumptions, start: TrieNode) {
    this.assumptions = assumptions;
    this.#place = start;
  }

  apply(...ids: readonly RuleId[]): void {
    for (const id of ids) this.#place = this.#afterCiting(id);
  }

  decide(...ids: readonly RuleId[]): void {
    for (const id of ids) this.#place = this.#afterCiting(id).afterDeciding(id);
  }

  #afterCiting(id: RuleId): TrieNode {
    return this.#place.afterCiting(id, ruleOf(id).standing === "assumed");
  }

  choice<Id extends ChoiceRuleId>(id: Id): Choice<Id> {
    const chosen = chosenFor(id, this.assumptions);
    this.#place = this.#place.afterCiting(id, dependsOnAssumption(id, chosen));
    return chosen;
  }

  cite(id: RuleId): void {
    if (isChoiceRuleId(id)) this.choice(id);
    else this.apply(id);
  }

  cited(): readonly CitedRule[] {
    return this.#place.cited();
  }

  shown(): readonly string[] {
    return this.#place.shown();
  }

  header(): string {
    return this.#place.header();
  }
}

/** Reads the choice in force for a rule. */
export type ChoiceReader = <Id extends ChoiceRuleId>(id: Id) => Choice<Id>;

/** Reads the choices in force under `assumptions`. */
export function choicesOf(assumptions: Assumptions): ChoiceReader {
  return (id) => chosenFor(id, assumptions);
}

/** The choice in force for a rule under `assumptions`. */
export function chosenFor<Id extends ChoiceRuleId>(id: Id, assumptions: Assumptions): Choice<Id> {
  const chosen = Object.hasOwn(assumptions, id) ? assumptions[id] : undefined;
  return chosen !== undefined && isChoiceOf(id, chosen) ? chosen : catalogue[id].default;
}

/** The choices of a rule that are not in force. */
export function othersOf(id: ChoiceRuleId, assumptions: Assumptions): readonly string[] {
  const { default: byDefault, alternatives } = catalogue[id];
  const inForce: string = chosenFor(id, assumptions);
  return [byDefault, ...alternatives].filter((choice) => choice !== inForce);
}

/** The choices in `assumptions` that are not defaults, in the order of the catalogue. */
export function switched(assumptions: Assumptions): Assumptions {
  return Object.fromEntries(
    ruleIds.filter(isChoiceRuleId).flatMap((id) => {
      const chosen = chosenFor(id, assumptions);
      return chosen === catalogue[id].default ? [] : [[id, chosen]];
    }),
  );
}

/** Why `choice` is invalid for the rule named `id`, as a sentence; null when it is valid. */
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

/** The default of a `reference` rule is documented, so only its alternatives are assumptions. */
function dependsOnAssumption(id: ChoiceRuleId, chosen: string): boolean {
  const rule = ruleOf(id);
  return rule.standing !== "reference" || chosen !== rule.default;
}
