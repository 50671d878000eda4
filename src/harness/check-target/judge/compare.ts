/** Compares what probes saw at a service with what they see at a sandbox under each choice of their rule. */
import type { RuleId } from "../../../domain/rules/catalogue.ts";
import type { Probe } from "../probes/probe.ts";
import type { Findings } from "../target/target.ts";
import type { ComparedEvidence, NotAsked } from "./verdict.ts";

/** A probe and the service's findings. */
export interface Observation {
  readonly probe: Probe;
  readonly findings: Findings;
}

/** All observations about one rule, and its parts that no probe asked. */
export interface RuleObservations {
  readonly rule: RuleId;
  readonly observations: readonly Observation[];
  readonly notAsked: readonly NotAsked[];
}

/** One probe's evidence compared with that of a sandbox. */
export interface ProbeComparison {
  readonly observation: Observation;
  readonly compared: readonly ComparedEvidence[];
  readonly differences: readonly ComparedEvidence[];
}

/** The evidence of all probes of a rule compared with that of a sandbox under one choice. */
export interface Comparison {
  readonly choice: string | null;
  readonly probes: readonly ProbeComparison[];
}

/** Compares each observation with what `shown` says that the sandbox does. */
export function comparison(
  observations: readonly Observation[],
  shown: (observation: Observation) => Findings,
  choice: string | null,
): Comparison {
  const probes = observations.map((observation): ProbeComparison => {
    const compared = comparedEvidence(observation.findings, shown(observation));
    return { observation, compared, differences: compared.filter(isDifferent) };
  });
  return { choice, probes };
}

/** Compares an abandoned probe only as far as it ran. */
function comparedEvidence(
  { evidence, givenUp }: Findings,
  expected: Findings,
): readonly ComparedEvidence[] {
  const length =
    givenUp === null ? Math.max(evidence.length, expected.evidence.length) : evidence.length;
  return Array.from({ length }, (_, at): ComparedEvidence => {
    const shown = evidence[at];
    const wanted = expected.evidence[at];
    const { request, part } = shown ?? wanted ?? { request: "", part: "assumed" };
    return { request, part, expected: wanted?.seen ?? null, seen: shown?.seen ?? null };
  });
}

function isDifferent({ expected, seen }: ComparedEvidence): boolean {
  return JSON.stringify(expected) !== JSON.stringify(seen);
}

export function evidenceIn({ probes }: Comparison): readonly ComparedEvidence[] {
  return probes.flatMap(({ compared }) => compared);
}

export function differencesIn({ probes }: Comparison): readonly ComparedEvidence[] {
  return probes.flatMap(({ differences }) => differences);
}

/** The comparison with the least weighty differences. */
export function nearestOf(comparisons: readonly Comparison[]): Comparison | undefined {
  const weigh = (one: Comparison): number => {
    const differences = differencesIn(one);
    const documented = differences.filter(({ part }) => part === "documented");
    return documented.length * 1_000 + differences.length;
  };
  return comparisons.toSorted((one, other) => weigh(one) - weigh(other))[0];
}
