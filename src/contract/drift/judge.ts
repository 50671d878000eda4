/** Verdicts from evidence: that of a service beside that of sandboxes under each alternative. */
import type { Json } from "../../domain/json.ts";
import type { RuleId } from "../../rules/catalogue.ts";
import { ruleOf } from "../../rules/catalogue.ts";
import type { Probe } from "./probe.ts";
import type { Reference } from "./reference.ts";
import { referenceEvidence } from "./reference.ts";
import type { TargetFacts } from "./target.ts";

/** Choices by rule id. */
export type Assumptions = Readonly<Record<string, string>>;

/** `denied` with a choice is an assumption that the service contradicts; without one, it does what no alternative is. */
export interface Verdict {
  readonly rule: RuleId;
  readonly verdict: "confirmed" | "denied" | "unknown";
  /** The alternative that the service shows, where the rule has any. */
  readonly choice: string | null;
  readonly reason: string;
  readonly evidence: readonly Json[];
}

/** What a service showed when it was asked. */
export interface Observation {
  readonly probe: Probe;
  readonly evidence: readonly Json[];
}

interface Judgement {
  readonly verdicts: readonly Verdict[];
  readonly assumptions: Assumptions;
}

/** What is found out about one rule bears on the answers to the probes of others: so it is judged again until that ends. */
const roundsMax = 5;

/** The verdicts on what was observed. */
export async function judged(
  observed: readonly Observation[],
  facts: TargetFacts,
  reference: Reference,
): Promise<Judgement> {
  const shownUnder = remembered((probe, assumptions) =>
    referenceEvidence(probe, facts, reference, assumptions),
  );
  let judgement: Judgement = { verdicts: [], assumptions: {} };
  for (let round = 0; round < roundsMax; round += 1) {
    const before = judgement.assumptions;
    // oxlint-disable-next-line no-await-in-loop -- each round rests on the one before
    judgement = await judgedOnce(observed, shownUnder, before);
    if (isSame(before, judgement.assumptions)) break;
  }
  return judgement;
}

function isSame(one: Assumptions, other: Assumptions): boolean {
  const rules = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...rules].every((rule) => one[rule] === other[rule]);
}

type ShownUnder = (probe: Probe, assumptions: Assumptions) => Promise<readonly Json[]>;

/** The same question under the same assumptions has the same answer in every round. */
function remembered(ask: ShownUnder): ShownUnder {
  const known = new Map<string, ReturnType<ShownUnder>>();
  return (probe, assumptions) => {
    const rules = Object.keys(assumptions).toSorted();
    const key = JSON.stringify([probe.rule, rules.map((rule) => [rule, assumptions[rule]])]);
    const answer = known.get(key) ?? ask(probe, assumptions);
    known.set(key, answer);
    return answer;
  };
}

async function judgedOnce(
  observed: readonly Observation[],
  shownUnder: ShownUnder,
  before: Assumptions,
): Promise<Judgement> {
  const assumptions: Record<string, string> = {};
  const verdicts: Verdict[] = [];
  for (const observation of observed) {
    const known = { ...before, ...assumptions };
    // oxlint-disable-next-line no-await-in-loop -- what one rule turns out to be bears on the next
    const verdict = await judge(observation, shownUnder, known);
    if (verdict.verdict === "denied" && verdict.choice !== null) {
      assumptions[verdict.rule] = verdict.choice;
    }
    verdicts.push(verdict);
  }
  return { verdicts, assumptions };
}

async function judge(
  { probe, evidence }: Observation,
  shownUnder: ShownUnder,
  known: Assumptions,
): Promise<Verdict> {
  const { rule } = probe;
  const { default: byDefault = null, alternatives = [] } = ruleOf(rule);
  const { [rule]: _own, ...others } = known;
  const seen = JSON.stringify(evidence);
  const shown: (string | null)[] = [];
  for (const choice of byDefault === null ? [null] : [byDefault, ...alternatives]) {
    const assumptions = choice === null ? others : { ...others, [rule]: choice };
    // oxlint-disable-next-line no-await-in-loop -- a few, and each in a workspace of its own
    if (JSON.stringify(await shownUnder(probe, assumptions)) === seen) shown.push(choice);
  }
  const [choice, ...alike] = shown;
  if (choice === undefined) {
    const reason = "It does what the sandbox does under no alternative.";
    return { rule, verdict: "denied", choice: null, reason, evidence };
  }
  const more = alike.length === 0 ? "" : ` ${alike.join(" and ")} would look the same here.`;
  if (choice === byDefault) {
    const reason = `It does as the sandbox does.${more}`;
    return { rule, verdict: "confirmed", choice, reason, evidence };
  }
  return {
    rule,
    verdict: "denied",
    choice,
    reason: `It does as under ${choice}.${more}`,
    evidence,
  };
}
