/** Plans the trials of an exploration in order: variations that are most likely to cost a partner money come first. */
import { isChoiceRuleId } from "../../../domain/rules/catalogue.ts";
import { othersOf } from "../../../domain/rules/trace.ts";
import { callKey } from "../identity.ts";
import type { Call, Observation, PlannedVariation, Trial } from "../model.ts";
import { faultOf, runVariations } from "../variations/catalogue.ts";
import { faults } from "../variations/faults.ts";
import type { Fault } from "../variations/faults.ts";
import { roughFaults, roughRuns } from "../variations/rough.ts";
import type { Family } from "../variations/variation.ts";
import type { Shard } from "./shards.ts";
import { allShards, inShard } from "./shards.ts";

/** The input of the plan. */
export interface PlanOptions {
  readonly families: readonly Family[];
  /** Only calls of these operations are varied; empty for all. */
  readonly operations: readonly string[];
  /** The choices of the baseline, by rule. */
  readonly assumptions: Readonly<Record<string, string>>;
  /** Whether one run can have a variation for each label. */
  readonly packs: boolean;
  /** By default all. */
  readonly shard?: Shard;
}

/** Plans the trials for the calls and choices of a baseline. */
export function planTrials(baseline: Observation, options: PlanOptions): readonly Trial[] {
  const { families, packs, shard = allShards } = options;
  const ownFamily = (family: Family, plan: () => readonly PlannedVariation[]) =>
    families.includes(family) ? inShard(plan(), baseline.calls, shard) : [];
  const faulty = families.includes("faults") ? plannedFaults(baseline, options) : [];
  const ownFaults = new Set(ownFamily("faults", () => faulty.map(({ planned }) => planned)));
  const faultsOf = (isRound: (round: number) => boolean): readonly PlannedVariation[] =>
    faulty
      .filter(({ round, planned }) => isRound(round) && ownFaults.has(planned))
      .map(({ planned }) => planned);
  const firstRound = faultsOf((round) => round === 0);
  const later = faultsOf((round) => round > 0);
  const tests = packs ? testsOf(baseline) : [null];
  const runWide = [
    ...ownFamily("unknowns", () => plannedUnknowns(baseline, options)),
    ...ownFamily("evolution", () => plannedEvolution(baseline)),
  ];
  const groups = [
    ...(packs ? packed([...firstRound, ...later]) : single(firstRound)),
    ...runWide.map((planned) => tests.map((workspace) => ({ ...planned, workspace }))),
    ...single(ownFamily("violations", () => plannedViolations(baseline, options))),
    ...single(ownFamily("rough", () => plannedRoughDays(baseline, options))),
    ...(packs ? [] : single(later)),
  ];
  const prefix = shard.of === 1 ? "trial" : `trial-${shard.part}`;
  return groups.map((variations, at) => ({
    id: `${prefix}-${at + 1}`,
    variations,
    waits: variations.some(waits),
  }));
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
  { calls }: Observation,
  { operations }: PlanOptions,
): readonly PlannedVariation[] {
  const varied = distinct(calls).filter(
    ({ id }) => operations.length === 0 || operations.includes(id.operation),
  );
  return [
    ...roughRuns
      .filter(({ isForAssess = false }) => !isForAssess)
      .map(({ id }) => ofWholeRun("rough", id)),
    ...roughFaults.flatMap(({ id, at }) =>
      varied
        .filter((call) => at === "calls" || !isRead(call))
        .map((call) => ({ ...ofWholeRun("rough", id), call: call.id })),
    ),
  ];
}

interface PlannedFault {
  readonly planned: PlannedVariation;
  /** The number of earlier calls of its operation. The first call of every operation comes before any second call. */
  readonly round: number;
}

function plannedFaults(
  { calls, labels }: Observation,
  { operations, packs }: PlanOptions,
): readonly PlannedFault[] {
  const rounds = new Map<string, number>();
  const varied = distinct(calls)
    .filter(({ id }) => operations.length === 0 || operations.includes(id.operation))
    .map((call) => {
      const isLabelled = packs && labels.has(call.id.workspace);
      const scope = `${isLabelled ? call.id.workspace : ""} ${call.id.operation}`;
      const round = rounds.get(scope) ?? 0;
      rounds.set(scope, round + 1);
      return { call, round, workspace: isLabelled ? call.id.workspace : null };
    });
  return varied
    .flatMap(({ call, round, workspace }) =>
      faults
        .filter((fault) => canHit(fault, call))
        .map((fault, rank) => ({ call, round, workspace, fault, rank })),
    )
    .toSorted(
      (one, other) =>
        one.round - other.round ||
        Number(isRead(one.call)) - Number(isRead(other.call)) ||
        one.rank - other.rank,
    )
    .map(({ call, round, workspace, fault }) => ({
      round,
      planned: plannedFault(fault, call, workspace),
    }));
}

function plannedFault({ id }: Fault, call: Call, workspace: string | null): PlannedVariation {
  return { family: "faults", variation: id, workspace, call: call.id, choices: null };
}

function distinct(calls: readonly Call[]): readonly Call[] {
  return [...new Map(calls.map((call) => [callKey(call.id), call])).values()];
}

/** Whether a fault can change the answer to a call. */
export function canHit(
  { needsBody = false, needsKeptConnection = false }: Fault,
  call: Call,
): boolean {
  return (
    (!needsBody || hasBody(call)) && (!needsKeptConnection || call.isOnKeptConnection === true)
  );
}

/** Whether a call changes nothing. */
export function isRead({ method }: Call): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

function hasBody({ answer, method }: Call): boolean {
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

/** A variation with these choices for unknowns. */
export function unknown(choices: Readonly<Record<string, string>>): PlannedVariation {
  const variation = Object.entries(choices)
    .map(([rule, choice]) => `${rule}=${choice}`)
    .join(", ");
  return { family: "unknowns", variation, workspace: null, call: null, choices };
}

function plannedEvolution({ calls }: Observation): readonly PlannedVariation[] {
  const made = [...new Set(calls.map(({ id }) => id.operation))];
  return runVariations
    .filter((one) => one.family === "evolution" && made.some((id) => one.operations(id)))
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
