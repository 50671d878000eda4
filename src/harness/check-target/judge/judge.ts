/** Judges a service: compares its evidence with that of sandboxes under each alternative. */
import type { RuleId } from "../../../domain/rules/catalogue.ts";
import { ruleOf } from "../../../domain/rules/catalogue.ts";
import type { PartId } from "../../../domain/rules/parts.ts";
import type { Probe } from "../probes/probe.ts";
import type { Findings, TargetFacts } from "../target/target.ts";
import type { Comparison, RuleObservations } from "./compare.ts";
import { comparison } from "./compare.ts";
import { judgeRule } from "./judge-rule.ts";
import type { Shaky } from "./judge-rule.ts";
import type { Reference } from "./reference.ts";
import { knownFindings } from "./reference.ts";
import type { Verdict } from "./verdict.ts";

/** Choices by rule id. */
export type Assumptions = Readonly<Record<string, string>>;

interface Judgement {
  readonly verdicts: readonly Verdict[];
  readonly assumptions: Assumptions;
}

/**
 * Maximum number of rounds. A choice found for one rule changes the expected answers of other probes, so judging
 * repeats until nothing changes.
 */
const roundsMax = 5;

/** The rules and parts that the check planned to ask about and has no answer to, with the reason. */
export type Open = ReadonlyMap<RuleId | PartId, string>;

export async function judged(
  { rules, open }: { readonly rules: readonly RuleObservations[]; readonly open: Open },
  facts: TargetFacts,
  reference: Reference,
): Promise<Judgement> {
  const shownUnder: ShownUnder = ({ observations }, assumptions) => {
    const probes = observations.map(({ probe }) => probe);
    return knownFindings(probes, facts, reference, assumptions);
  };
  let judgement: Judgement = { verdicts: [], assumptions: {} };
  for (let round = 0; round < roundsMax; round += 1) {
    const before = judgement.assumptions;
    // oxlint-disable-next-line no-await-in-loop -- each round depends on the previous one
    judgement = await judgedOnce({ rules, open }, shownUnder, before);
    if (isSame(before, judgement.assumptions)) break;
  }
  return judgement;
}

function isSame(one: Assumptions, other: Assumptions): boolean {
  const rules = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...rules].every((rule) => one[rule] === other[rule]);
}

/** What the sandbox shows to each probe of a rule, in the order of its observations. */
type ShownUnder = (
  about: RuleObservations,
  assumptions: Assumptions,
) => Promise<ReadonlyMap<Probe, Findings>>;

async function judgedOnce(
  { rules, open }: { readonly rules: readonly RuleObservations[]; readonly open: Open },
  shownUnder: ShownUnder,
  before: Assumptions,
): Promise<Judgement> {
  const assumptions: Record<string, string> = {};
  const verdicts: Verdict[] = [];
  const shaky: Shaky = new Map();
  for (const about of rules) {
    const { [about.rule]: _own, ...others } = { ...before, ...assumptions };
    // oxlint-disable-next-line no-await-in-loop -- the verdict on one rule affects the next one
    const comparisons = await comparisonsOf(about, shownUnder, others);
    const verdict = judgeRule(about, comparisons, shaky, open);
    if (verdict.verdict === "denied" && verdict.choice !== null) {
      assumptions[verdict.rule] = verdict.choice;
    }
    verdicts.push(verdict);
  }
  return { verdicts, assumptions };
}

/** The observations compared with a sandbox under each choice of the rule, the default first. */
async function comparisonsOf(
  about: RuleObservations,
  shownUnder: ShownUnder,
  others: Assumptions,
): Promise<readonly Comparison[]> {
  const { rule, observations } = about;
  const { default: byDefault = null, alternatives = [] } = ruleOf(rule);
  const comparisons: Comparison[] = [];
  for (const choice of byDefault === null ? [null] : [byDefault, ...alternatives]) {
    const assumptions = choice === null ? others : { ...others, [rule]: choice };
    // oxlint-disable-next-line no-await-in-loop -- few choices, each in its own workspace
    const shown = await shownUnder(about, assumptions);
    const nothing: Findings = { evidence: [], dependsOn: [], givenUp: null, unanswered: null };
    comparisons.push(comparison(observations, ({ probe }) => shown.get(probe) ?? nothing, choice));
  }
  return comparisons;
}
