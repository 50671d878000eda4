/** Which probes a check asks, and in which order, so that a small budget goes to what matters most. */
import type { RuleId } from "../../../domain/rules/catalogue.ts";
import { ruleOf } from "../../../domain/rules/catalogue.ts";
import type { Reference } from "../judge/reference.ts";
import type { Probe } from "../probes/probe.ts";
import { isApplicable } from "../probes/probe.ts";
import type { TargetFacts } from "../target/target.ts";

/** What a check asks about. */
export interface Selection {
  readonly facts: TargetFacts;
  /** The probes to choose from, those that others depend on first. */
  readonly among: readonly Probe[];
  /** The rules to ask about; all by default. */
  readonly only?: readonly RuleId[] | undefined;
}

/**
 * The probes of a check: those of documented rules, then those of rules with a choice by the number of operations
 * that cite them, then the rest. What `only` names brings along the rules that it is judged by.
 */
export async function probesToAsk(
  { facts, among, only }: Selection,
  reference: Reference,
): Promise<readonly Probe[]> {
  const applicable = among.filter((probe) => isApplicable(probe, facts));
  const asked = only === undefined ? applicable : withDependencies(only, applicable);
  const operations = await operationsOfRules(reference);
  return asked.toSorted(
    (one, other) => rankOf(one.rule, operations) - rankOf(other.rule, operations),
  );
}

function withDependencies(only: readonly RuleId[], applicable: readonly Probe[]): readonly Probe[] {
  const named = new Set<string>([...only, ...rulesOfRefusals]);
  const selected = new Set<Probe>();
  const take = (probe: Probe): void => {
    if (selected.has(probe)) return;
    selected.add(probe);
    const needed = new Set<string>(probe.dependsOn);
    for (const other of applicable) if (isNamed(other, needed)) take(other);
  };
  for (const probe of applicable) if (isNamed(probe, named)) take(probe);
  return applicable.filter((probe) => selected.has(probe));
}

/** The rules that any refusal is judged by. */
const rulesOfRefusals = ["error.envelope", "error.codes"] as const satisfies readonly RuleId[];

/** Whether a probe asks one of these rules or parts of rules. */
function isNamed({ rule, parts = [] }: Probe, named: ReadonlySet<string>): boolean {
  return named.has(rule) || parts.some((part) => named.has(`${rule}#${part}`));
}

type Operations = ReadonlyMap<string, number>;

async function operationsOfRules({ client }: Reference): Promise<Operations> {
  const { data } = await client.rules();
  return new Map(data.map(({ id, operations = [] }) => [id, operations.length]));
}

/** Rules of this kind are about every request, so that no operation names them. */
const ofEveryRequest = /^(?:http|auth|error|quota)\./;
const manyOperations = 1_000;

function rankOf(rule: RuleId, operations: Operations): number {
  const { standing, default: byDefault } = ruleOf(rule);
  if (standing === "documented") return 0;
  if (byDefault === undefined) return 2 * manyOperations;
  const cited = ofEveryRequest.test(rule) ? manyOperations - 1 : (operations.get(rule) ?? 0);
  return manyOperations - cited;
}
