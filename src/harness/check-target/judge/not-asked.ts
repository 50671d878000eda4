/** What a check did not ask, or has no answer to. */
import type { RuleId } from "../../../domain/rules/catalogue.ts";
import type { PartId } from "../../../domain/rules/parts.ts";
import { partNames } from "../../../domain/rules/parts.ts";
import type { Probe } from "../probes/probe.ts";
import { partIdsAsked, partsAsked } from "../probes/probe.ts";
import { probes } from "../probes/probes.ts";
import { reasonFor } from "../probes/unprobed-rules.ts";
import type { TargetFacts } from "../target/target.ts";
import type { Observation } from "./compare.ts";
import type { NotAsked } from "./verdict.ts";

/** What a check planned to ask, and what it saw. */
export interface Coverage {
  readonly asked: readonly Probe[];
  readonly observed: readonly Observation[];
  readonly facts: TargetFacts;
  /** Whether `--only` selects the rules. */
  readonly isPartial: boolean;
}

/** The parts of a rule that not all of their probes have asked, with the reason. */
export function notAskedOf(rule: RuleId, coverage: Coverage): readonly NotAsked[] {
  const done = new Set(coverage.observed.map(({ probe }) => probe));
  const own = probes.filter((probe) => probe.rule === rule);
  return partNames(rule).flatMap((part) => {
    const asking = own.filter((probe) => partsAsked(probe).includes(part));
    const missing = asking.filter((probe) => !done.has(probe));
    if (asking.length > 0 && missing.length === 0) return [];
    const reason =
      asking.length > 0
        ? reasonOfMissing(missing, coverage)
        : (reasonFor(rule, part) ?? "No probe covers it");
    return [{ part, reason }];
  });
}

function reasonOfMissing(missing: readonly Probe[], { asked, facts, isPartial }: Coverage): string {
  const needed = missing.flatMap(({ needs = [] }) => needs.filter((fact) => facts[fact] === null));
  if (needed.length > 0) {
    return `To ask, it needs ${[...new Set(needed.map(flagOfFact))].join(", ")}`;
  }
  const isLeftOut = isPartial && missing.every((probe) => !asked.includes(probe));
  return isLeftOut ? leftOut : "It came to an end before";
}

/** The reason of what `--only` does not name. */
export const leftOut = "It was left out by --only";

/** The option that sets a fact: `--foreign-firm` for `foreignFirmId`. */
function flagOfFact(fact: keyof TargetFacts): string {
  const name = fact.replace(/Id$/, "");
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The planned parts without an answer, and the rules without an answer to any part. */
export function openParts({ asked, observed }: Coverage): ReadonlyMap<RuleId | PartId, string> {
  const answered = new Set(
    observed
      .filter(({ findings }) => findings.unanswered === null)
      .flatMap(({ probe }) => [probe.rule, ...partIdsAsked(probe)]),
  );
  const wanted = asked.flatMap((probe) => [probe.rule, ...partIdsAsked(probe)]);
  return new Map(
    wanted
      .filter((id) => !answered.has(id))
      .map((id) => [id, `It can only be judged when ${id} is answered`]),
  );
}
