/** All variations, by family and id. */
import { catalogue, isRuleId } from "../../../domain/rules/catalogue.ts";
import type { PlannedVariation } from "../model.ts";
import { announcedMs, announcedSentence } from "./announced.ts";
import { evolution } from "./evolution.ts";
import type { Fault } from "./faults.ts";
import { faults } from "./faults.ts";
import { listFaults } from "./list-faults.ts";
import { provokedFaults } from "./provoked-faults.ts";
import type { Course } from "./rough.ts";
import { roughFaults, roughRuns } from "./rough.ts";
import { timeForms, undated } from "./time-forms.ts";
import type { RunVariation, Variation } from "./variation.ts";
import { violations } from "./violations.ts";

/** All variations with a fixed id; unknowns follow from the rules. */
const variations: readonly Variation[] = [
  ...faults,
  ...provokedFaults,
  ...roughFaults,
  ...listFaults,
  ...roughRuns,
  ...evolution,
  ...timeForms,
  undated,
  ...violations,
];

const callFaults: readonly Fault[] = [...faults, ...provokedFaults, ...roughFaults, ...listFaults];

/** The planned fault of a call; null for other variations. Throws if it does not exist. */
export function faultOf({
  family,
  variation,
}: Pick<PlannedVariation, "family" | "variation">): Fault | null {
  const found = callFaults.find((one) => one.family === family && one.id === variation);
  if (found === undefined && family === "faults") {
    throw new Error(`There is no fault ${variation}.`);
  }
  return found ?? null;
}

/** The minimum timeout of a trial of a planned variation, in milliseconds. */
export function timeoutMsOf(planned: PlannedVariation): number {
  if (planned.family === "next") return announcedMs;
  const { moreLeads = 0 } = courseOf(planned);
  return faultOf(planned)?.timeoutMs ?? (moreLeads > 0 ? manyMs : 0);
}

/** The time that a client has for many more Leads. */
const manyMs = 60_000;

/** What happens around the runs of the command under a planned variation. */
export function courseOf({
  family,
  variation,
  announced,
}: Pick<PlannedVariation, "family" | "variation" | "announced">): Course {
  const { moreLeads: more = 0 } = announced ?? {};
  if (more > 0) return { moreLeads: more };
  if (family === "evolution" && variation === undated.id) return { isUndated: true };
  if (family !== "rough") return {};
  return (
    [...roughFaults, ...listFaults, ...roughRuns].find(({ id }) => id === variation)?.course ?? {}
  );
}

/** Variations of every call of a run. */
export const runVariations: readonly RunVariation[] = [
  ...evolution,
  ...timeForms,
  undated,
  ...violations,
];

/** Whether the variation exists; true for every unknown and every announced change. */
export function isKnownVariation({
  family,
  variation,
}: Pick<PlannedVariation, "family" | "variation">): boolean {
  return family === "unknowns" || family === "next" || entryOf(family, variation) !== undefined;
}

const ofEveryCall: ReadonlySet<string> = new Set(["evolution", "violations"]);

/** The planned run variation; null for a variation of another kind. Throws if it does not exist. */
export function runVariationOf({ family, variation }: PlannedVariation): RunVariation | null {
  if (!ofEveryCall.has(family)) return null;
  const found = runVariations.find((one) => one.family === family && one.id === variation);
  if (found === undefined) throw new Error(`There is no variation ${family} ${variation}.`);
  return found;
}

export function sentenceOf({ family, variation, choices, announced }: PlannedVariation): string {
  if (announced !== undefined) return announcedSentence(announced);
  if (family === "unknowns") {
    return Object.entries(choices ?? {})
      .map(([rule, choice]) => `${statementOf(rule)} Here: ${rule}=${choice}.`)
      .join(" ");
  }
  return entryOf(family, variation)?.sentence ?? variation;
}

export function rulesOf({ family, variation, choices }: PlannedVariation): readonly string[] {
  return family === "unknowns"
    ? Object.keys(choices ?? {})
    : (entryOf(family, variation)?.rules ?? []);
}

function entryOf(family: string, id: string): Variation | undefined {
  return variations.find((one) => one.family === family && one.id === id);
}

function statementOf(rule: string): string {
  return isRuleId(rule) ? catalogue[rule].statement : rule;
}
