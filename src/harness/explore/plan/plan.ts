/** Plans the trials of an exploration in order: every hazard is tested once before any is tested again. */
import { isChoiceRuleId } from "../../../domain/rules/catalogue.ts";
import { othersOf } from "../../../domain/rules/trace.ts";
import { callKey } from "../identity.ts";
import type { ObservedCall, Observation, PlannedVariation, Trial } from "../model.ts";
import { faultOf, runVariations } from "../variations/catalogue.ts";
import { evolution } from "../variations/evolution.ts";
import { faults } from "../variations/faults.ts";
import type { Fault } from "../variations/faults.ts";
import { roughFaults, roughRuns } from "../variations/rough.ts";
import type { Family } from "../variations/variation.ts";
import type { Hazard } from "./hazards.ts";
import { hazardsOf, isCore, isReadCall, writesIn } from "./hazards.ts";
import type { Shard } from "./shards.ts";
import { allShards, inShard } from "./shards.ts";

export interface PlanOptions {
  readonly families: readonly Family[];
  /** Only calls of these operations are varied; empty for all. */
  readonly operations: readonly string[];
  /** The choices of the baseline, by rule. */
  readonly assumptions: Readonly<Record<string, string>>;
  /** Whether to vary every call, not only three of each operation. */
  readonly allCalls?: boolean;
  /** Whether one run can have a variation for each label. */
  readonly packs: boolean;
  /** By default all. */
  readonly shard?: Shard;
}

/** Plans the trials for the calls and choices of a baseline. */
export function planTrials(baseline: Observation, options: PlanOptions): readonly Trial[] {
  const { families, packs, shard = allShards } = options;
  const own = (family: Family, plan: () => readonly PlannedVariation[]) =>
    families.includes(family) ? inShard(plan(), baseline.calls, shard) : [];
  const faulty = own("faults", () => plannedFaults(baseline, options));
  const tests = packs ? testsOf(baseline) : [null];
  const runWide = [
    ...own("unknowns", () => plannedUnknowns(baseline, options)),
    ...own("evolution", () => plannedEvolution(baseline)),
  ];
  const groups = [
    ...(packs ? packed(faulty) : single(faulty)),
    ...runWide.map((planned) => tests.map((workspace) => ({ ...planned, workspace }))),
    ...single(own("violations", () => plannedViolations(baseline, options))),
    ...single(own("rough", () => plannedRoughDays(baseline, options))),
  ];
  const prefix = shard.of === 1 ? "trial" : `trial-${shard.part}`;
  return inOrder(groups, baseline).map((variations, at) => ({
    id: `${prefix}-${at + 1}`,
    variations,
    waits: variations.some(waits),
  }));
}

type Group = readonly PlannedVariation[];

/** One trial of each core hazard, then of each open rule, then of each other hazard, then their second trials. */
function inOrder(groups: readonly Group[], { calls }: Observation): readonly Group[] {
  const writes = writesIn(calls.map(({ id, method }) => ({ operation: id.operation, method })));
  const trials = new Map<string, number>();
  const placed = groups.map((group) => {
    const hazards = new Map(
      group.flatMap((one) => hazardsOfPlanned(one)).map((hazard) => [hazard.id, hazard]),
    );
    const places = Array.from(hazards.values(), (hazard) => {
      const rounds = trials.get(hazard.id) ?? 0;
      trials.set(hazard.id, rounds + 1);
      const others = hazard.kind === "open-rule" ? 1 : 2;
      return { rounds, rank: isCore(hazard, writes) ? 0 : others };
    }).toSorted(byPlace);
    return { group, place: places[0] ?? { rounds: 0, rank: 2 } };
  });
  return placed.toSorted((one, other) => byPlace(one.place, other.place)).map(({ group }) => group);
}

interface Place {
  /** The number of earlier trials of the hazard. */
  readonly rounds: number;
  readonly rank: number;
}

function byPlace(one: Place, other: Place): number {
  return one.rounds - other.rounds || one.rank - other.rank;
}

export function hazardsOfPlanned(planned: PlannedVariation): readonly Hazard[] {
  const { family, variation, call, operation = null, choices } = planned;
  return hazardsOf({ family, variation, operation: call?.operation ?? operation, choices });
}

function waits(one: PlannedVariation): boolean {
  return faultOf(one)?.waits === true;
}

function single(planned: readonly PlannedVariation[]): readonly (readonly PlannedVariation[])[] {
  return planned.map((one) => [one]);
}

/** Each label gets its own judgement. So does null, the whole run, if a call has no label. */
function testsOf({ calls, labels }: Observation): readonly (string | null)[] {
  const hasOthers = labels.size === 0 || calls.some(({ id }) => !labels.has(id.workspace));
  return hasOthers ? [...labels, null] : [...labels];
}

/** Rough days of the whole run, then those at each write or call. */
function plannedRoughDays(
  baseline: Observation,
  options: PlanOptions,
): readonly PlannedVariation[] {
  const varied = variedCalls(baseline, options).map(({ call }) => call);
  return [
    ...roughRuns
      .filter(({ isForAssess = false }) => !isForAssess)
      .map(({ id }) => ofWholeRun("rough", id)),
    ...roughFaults.flatMap(({ id, at }) =>
      varied
        .filter((call) => at === "calls" || (at === "writes" && !isReadCall(call)))
        .map((call) => ({ ...ofWholeRun("rough", id), call: call.id })),
    ),
  ];
}

interface VariedCall {
  readonly call: ObservedCall;
  /** The label of its test, in a packed run. */
  readonly workspace: string | null;
  /** The number of earlier calls of its operation. */
  readonly round: number;
}

/** The first, the middle and the last call of each operation, in each labelled test, or all of them. */
function variedCalls(
  { calls, labels }: Observation,
  { operations, packs, allCalls = false }: PlanOptions,
): readonly VariedCall[] {
  const made = [...new Map(calls.map((call) => [callKey(call.id), call])).values()]
    .filter(({ id }) => operations.length === 0 || operations.includes(id.operation))
    .map((call) => ({
      call,
      workspace: packs && labels.has(call.id.workspace) ? call.id.workspace : null,
    }));
  const places = Map.groupBy(made, ({ call, workspace }) =>
    JSON.stringify([workspace, call.id.operation]),
  );
  return [...places.values()].flatMap((same) => {
    const ends = [0, Math.floor((same.length - 1) / 2), same.length - 1];
    return same
      .map((one, round) => ({ ...one, round }))
      .filter(({ round }) => allCalls || same.length <= ends.length || ends.includes(round));
  });
}

/** The first call of each operation before any second one, writes before reads, the likeliest faults first. */
function plannedFaults(baseline: Observation, options: PlanOptions): readonly PlannedVariation[] {
  return variedCalls(baseline, options)
    .flatMap((varied) =>
      faults
        .filter((fault) => canHit(fault, varied.call))
        .map((fault, rank) => ({ ...varied, fault, rank })),
    )
    .toSorted(
      (one, other) =>
        one.round - other.round ||
        Number(isReadCall(one.call)) - Number(isReadCall(other.call)) ||
        one.rank - other.rank,
    )
    .map(({ call, workspace, fault }) => plannedFault(fault, call, workspace));
}

function plannedFault(
  { id }: Fault,
  call: ObservedCall,
  workspace: string | null,
): PlannedVariation {
  return { family: "faults", variation: id, workspace, call: call.id, choices: null };
}

/** Whether a fault can change the answer to a call. */
export function canHit(
  { needsBody = false, needsKeptConnection = false }: Fault,
  call: ObservedCall,
): boolean {
  return (!needsBody || hasBody(call)) && (!needsKeptConnection || call.isOnKeptConnection);
}

function hasBody({ answer, method }: ObservedCall): boolean {
  return method !== "HEAD" && answer !== null && answer !== "";
}

/**
 * Packs the n-th variation of every label into one run. Variations that wait run separately, because their
 * delays add up.
 */
function packed(planned: readonly PlannedVariation[]): readonly (readonly PlannedVariation[])[] {
  const unlabelled = planned.filter(({ workspace }) => workspace === null);
  const labelled = planned.filter(({ workspace }) => workspace !== null);
  const lanes = [labelled.filter((one) => !waits(one)), labelled.filter(waits)];
  const runs = lanes.flatMap((lane) => {
    const byLabel = [...Map.groupBy(lane, ({ workspace }) => workspace).values()];
    const length = Math.max(0, ...byLabel.map((variations) => variations.length));
    return Array.from({ length }, (_, at) => byLabel.flatMap((variations) => variations[at] ?? []));
  });
  return [...runs, ...single(unlabelled)];
}

/**
 * Rules and choices to leave out. The quota is a setting of the key; `--quota` explores a smaller one. No
 * published sample has the parent in the body.
 */
const notVaried: ReadonlySet<string> = new Set(["quota.value", "lead.required=with-parent"]);

/** The alternatives of every choice that the baseline looked up. */
function plannedUnknowns(
  { choices }: Pick<Observation, "choices">,
  { assumptions }: Pick<PlanOptions, "assumptions">,
): readonly PlannedVariation[] {
  return [...choices]
    .filter((rule) => !notVaried.has(rule))
    .toSorted()
    .filter(isChoiceRuleId)
    .flatMap((rule) => othersOf(rule, assumptions).map((choice) => ({ rule, choice })))
    .filter(({ rule, choice }) => !notVaried.has(`${rule}=${choice}`))
    .map(({ rule, choice }) => unknown({ [rule]: choice }));
}

export function unknown(choices: Readonly<Record<string, string>>): PlannedVariation {
  const variation = Object.entries(choices)
    .map(([rule, choice]) => `${rule}=${choice}`)
    .join(", ");
  return { family: "unknowns", variation, workspace: null, call: null, choices };
}

function plannedEvolution({ calls }: Observation): readonly PlannedVariation[] {
  const made = [...new Set(calls.map(({ id }) => id.operation))];
  return evolution
    .filter((one) => made.some((id) => one.operations(id)))
    .map(({ id }) => ofWholeRun("evolution", id));
}

/** Each violation at each operation whose answers it may change. The whole suite may notice it, so no label has its own. */
function plannedViolations(
  { calls }: Observation,
  { operations: wanted }: PlanOptions,
): readonly PlannedVariation[] {
  const byOperation = [...Map.groupBy(calls, ({ id }) => id.operation)].filter(
    ([operation]) => wanted.length === 0 || wanted.includes(operation),
  );
  return runVariations
    .filter(({ family }) => family === "violations")
    .flatMap(({ id, operations, concerns = () => true }) =>
      byOperation
        .filter(([operation, made]) => operations(operation) && made.some(concerns))
        .map(([operation]) => ({ ...ofWholeRun("violations", id), operation })),
    );
}

function ofWholeRun(family: Family, variation: string): PlannedVariation {
  return { family, variation, workspace: null, call: null, choices: null };
}
