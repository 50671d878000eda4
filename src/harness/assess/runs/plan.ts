/** Plans the runs of an assessment. */
import type {
  ObservedCall,
  CallId,
  Observation,
  PlannedVariation,
  Trial,
} from "../../explore/model.ts";
import { isReadCall } from "../../explore/plan/hazards.ts";
import { canHit, planTrials } from "../../explore/plan/plan.ts";
import { faults } from "../../explore/variations/faults.ts";
import { listFaults } from "../../explore/variations/list-faults.ts";
import { timeForms, undated } from "../../explore/variations/time-forms.ts";
import type { Family } from "../../explore/variations/variation.ts";
import { doesWithLeads } from "../../traffic/operation-row.ts";
import { pagesOfList } from "../checks/calls.ts";

export interface AssessPlan {
  readonly assumptions: Readonly<Record<string, string>>;
  /** How many Leads to add for --leads; null without it. */
  readonly moreLeads: number | null;
  /** Whether the command is a test suite, whose tests can notice violations. */
  readonly isSuite: boolean;
}

/** The trial of `--leads`. */
export const leadsTrial = "leads";

/** The trials for a baseline; `alone` has those that measure pauses. */
export interface PlannedTrials {
  readonly together: readonly Trial[];
  readonly alone: readonly Trial[];
}

/**
 * The trials of explore for the first create, the first other write and the first read, and those that only an
 * assessment needs. Evolution and open points concern the whole run.
 */
export function planAssessment(
  baseline: Observation,
  { assumptions, moreLeads, isSuite }: AssessPlan,
): PlannedTrials {
  const inOrder = baseline.calls.toSorted((one, other) => one.sentAtMs - other.sentAtMs);
  const whole = (family: Family): readonly PlannedVariation[] =>
    planTrials(baseline, { families: [family], operations: [], assumptions, packs: false }).flatMap(
      ({ variations }) => variations,
    );
  const planned: readonly PlannedVariation[] = [
    ...atCalls(inOrder),
    ...["again", "converted", "many"].map((variation) => roughDay(variation, null)),
    ...whole("evolution"),
    ...[...timeForms, undated].map(({ id }) => ofRun("evolution", id)),
    ...(isSuite ? whole("violations") : []),
  ];
  const numbered = (trials: readonly PlannedVariation[], kind: string): readonly Trial[] =>
    trials.map((one, at) => trialOf(`${kind}-${at + 1}`, one));
  const leads = trialOf(leadsTrial, roughDay("many", null));
  const main = mainCall(inOrder);
  const isSecure = inOrder.some(({ scheme }) => scheme === "https");
  const trust = { ...trialOf("trial-trust", roughDay("untrusted", null)), isSettled: true };
  return {
    together: [
      ...(moreLeads === null ? [] : [{ ...leads, course: { moreLeads } }]),
      ...numbered(planned, "trial"),
      ...numbered(whole("unknowns"), "unknown"),
    ],
    alone: [
      ...(main === undefined ? [] : [trialOf("trial-pauses", faultAt("429×6", main.id))]),
      ...(isSecure ? [trust] : []),
    ],
  };
}

/**
 * The trials of `export.whole`: each fault of a page at pages 1, 2 and the last of the first list that the client read in
 * the world with more Leads. None if it read no list.
 */
export function planExports(many: { readonly calls: readonly ListCall[] }): readonly Trial[] {
  const calls = many.calls.map(({ id, ...call }) => ({ id, ...call, operation: id.operation }));
  const pages = pagesOfList(calls);
  return listFaults
    .flatMap(({ id }) => pages.map((call) => roughDay(id, call.id)))
    .map((planned, at) => ({ ...trialOf(`export-${at + 1}`, planned), isSettled: true }));
}

/** The trials at single calls of a baseline. */
function atCalls(inOrder: readonly ObservedCall[]): readonly PlannedVariation[] {
  const [firstCall] = inOrder;
  const create = inOrder.find(isCreate);
  const otherWrite = inOrder.find(
    (call) => !isReadCall(call) && call !== create && !isCreate(call),
  );
  const read = inOrder.find(isReadCall);
  const write = inOrder.find((call) => !isReadCall(call));
  const varied = [create, otherWrite, read].filter(isThere);
  const refused = [...new Set([firstCall, write])].filter(isThere);
  const main = mainCall(inOrder);
  return [
    ...varied.flatMap((call) =>
      faults.filter((fault) => canHit(fault, call)).map(({ id }) => faultAt(id, call.id)),
    ),
    ...(main === undefined ? [] : [faultAt("hang-60", main.id)]),
    ...refused.flatMap(({ id }) => ["401", "403", "422"].map((fault) => faultAt(fault, id))),
    ...(create === undefined ? [] : ["409", "poison"].map((fault) => faultAt(fault, create.id))),
    ...(write === undefined ? [] : ["crash-before", "crash"].map((one) => roughDay(one, write.id))),
    ...(firstCall === undefined ? [] : [roughDay("key-revoked", firstCall.id)]),
    ...(write === undefined ? [] : [roughDay("key-revoked-after-write", write.id)]),
  ];
}

/** The first create, else the first write, else the first call. */
function mainCall(inOrder: readonly ObservedCall[]): ObservedCall | undefined {
  return inOrder.find(isCreate) ?? inOrder.find((call) => !isReadCall(call)) ?? inOrder[0];
}

type ListCall = Pick<ObservedCall, "id" | "status" | "sentAtMs">;

function isThere<One>(call: One | undefined): call is One {
  return call !== undefined;
}

function isCreate({ id }: ObservedCall): boolean {
  return doesWithLeads(id.operation, "create");
}

function faultAt(variation: string, call: CallId): PlannedVariation {
  return { family: "faults", variation, workspace: null, call, choices: null };
}

function roughDay(variation: string, call: CallId | null): PlannedVariation {
  return { ...ofRun("rough", variation), call };
}

function ofRun(family: Family, variation: string): PlannedVariation {
  return { family, variation, workspace: null, call: null, choices: null };
}

const waiting: ReadonlySet<string> = new Set([
  ...faults.filter(({ waits }) => waits === true).map(({ id }) => id),
  "hang-60",
  "429×6",
]);

function trialOf(id: string, planned: PlannedVariation): Trial {
  const waits = planned.family === "faults" && waiting.has(planned.variation);
  return { id, variations: [planned], waits };
}
