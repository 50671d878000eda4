/** Finds the interactions that fit the present document and not the next one. */
import type { JsonObject } from "../../base/values/json.ts";
import type { InteractionReport } from "./interaction-report.ts";
import type { Unit, VerifiedPact } from "./replay.ts";
import type { SkippedReport, VerificationReport } from "./report.ts";
import { isFailure, skippedIn } from "./report.ts";
import type { ComparatorMaker, StaticFinding } from "./static-check.ts";
import { comparatorFor, compared } from "./static-check.ts";

/** A document whose paths are below its base path. */
export interface BasedDocument {
  readonly document: JsonObject;
  /** Such as `/v1`. */
  readonly basePath: string;
}

/** What pacts are compared with. */
export interface NextCheck {
  readonly present: BasedDocument;
  readonly next: BasedDocument;
  readonly file: string;
  /** Sentences about announced changes that the next document has no place for. */
  readonly unwritten: readonly string[];
  readonly isStrict: boolean;
}

/** Compares each interaction with both documents. What does not fit the present one is skipped. */
export async function checkNext(
  pacts: readonly VerifiedPact[],
  { present, next, file, unwritten, isStrict }: NextCheck,
  newComparator: ComparatorMaker,
): Promise<VerificationReport> {
  const [today, later] = [present, next].map(({ document, basePath }) =>
    comparatorFor(document, newComparator, [...new Set([basePath, ""])]),
  );
  if (today === undefined || later === undefined) throw new Error("There are two documents.");
  const units = pacts.flatMap((pact) =>
    pact.interactions.map((interaction) => ({ pact, interaction })),
  );
  const both = await Promise.all(
    units.map(async (unit) => ({
      unit,
      before: (await compared(today, unit, null)).filter((one) => isMisfit(one, isStrict)),
      after: await compared(later, unit, null),
    })),
  );
  const fitting = both.filter(({ before }) => before.length === 0);
  const interactions = fitting.map(({ unit, after }) =>
    interactionOf(
      unit,
      after.filter((one) => isMisfit(one, isStrict)),
    ),
  );
  const broken = interactions.some(({ passed, pending }) => !passed && !pending);
  return {
    interactions,
    findings: fitting.flatMap(({ after }) => after.filter(isUnjudged)),
    skipped: [
      ...skippedIn(pacts),
      ...misfits(both.filter(({ before }) => before.length > 0).map(({ unit }) => unit)),
      ...unwritten.map((reason): SkippedReport => {
        const change = { kind: "change", count: 1, reason } as const;
        return { source: file, consumer: "", provider: "", ...change };
      }),
    ],
    passed: interactions.length > 0 && !broken,
    isStrict,
    next: file,
  };
}

/** What the comparator cannot judge shows no difference. */
function isMisfit(finding: StaticFinding, isStrict: boolean): boolean {
  return !isUnjudged(finding) && isFailure(finding, { isStrict });
}

function isUnjudged({ code }: StaticFinding): boolean {
  return code === "interaction.not-judged";
}

function interactionOf(
  { pact, interaction }: Unit,
  misfit: readonly StaticFinding[],
): InteractionReport {
  const { description, states, method, path } = interaction;
  const { source, consumer, provider } = pact;
  const pending = pact.pending === true || interaction.document["pending"] === true;
  const advice =
    "This fits the present document and not the next one. Change the client before the switch.";
  return {
    source,
    consumer,
    provider,
    description,
    states,
    pending,
    request: `${method} ${path}`,
    passed: misfit.length === 0,
    problems: misfit.map(({ place, message }) => ({ place, message, rule: null, advice })),
    answer: null,
  };
}

/** One line for each pact. */
function misfits(units: readonly Unit[]): readonly SkippedReport[] {
  return Array.from(
    Map.groupBy(units, ({ pact }) => pact),
    ([pact, of]) => {
      const { source, consumer, provider } = pact;
      const reason = "What does not fit the present document cannot break by the next one.";
      return { source, consumer, provider, kind: "interaction", count: of.length, reason };
    },
  );
}
