/** The tested and the open hazards in words, for every form of the report. */
import { counted } from "../../../base/values/counted.ts";
import type { HazardKind } from "../variations/variation.ts";
import type { ReportedHazard } from "./hazard-shape.ts";
import { hazardCounts } from "./hazards.ts";
import type { Report, ReportedTrial } from "./shape.ts";

type Shown = Pick<Report, "hazards" | "trials" | "interrupted">;

/** What was tested, such as `Tested 28 of 30 hazards`; null in reports of earlier versions, and without a plan. */
export function hazardsText({ hazards = [] }: Shown): string | null {
  const { planned, tested } = hazardCounts(hazards);
  return planned === 0 ? null : `Tested ${tested} of ${counted(planned, "hazard")}`;
}

/** A line for each open hazard: what it is, why it is open, and the next step. */
export function openHazardLines(report: Shown): readonly string[] {
  return openHazards(report).map((hazard) => openHazardText(hazard, report));
}

export function openHazards({ hazards = [] }: Pick<Report, "hazards">): readonly ReportedHazard[] {
  return hazards.filter(({ state }) => state === "open");
}

export function openHazardText(hazard: ReportedHazard, report: Shown): string {
  const trials = report.trials.filter(({ id }) => hazard.trials.includes(id));
  return `${hazardName(hazard)}: ${whyOpen(hazard, trials)}. ${nextStep(hazard, report)}`;
}

/** A line for each question to the provider; those that differ in their trials alone are one. */
export function questionLines({ questions = [] }: Pick<Report, "questions">): readonly string[] {
  const lines = questions.map(({ rule, choice, request, status, field }) => {
    const about = field === null ? "" : ` because of ${field}`;
    return `${rule}: is it ${choice}? Then ${request} is answered with ${status}${about}, and the client reports a failure.`;
  });
  return [...new Set(lines)];
}

const names: Readonly<Record<HazardKind, string>> = {
  "lost-answer": "a lost answer",
  refusal: "a refusal",
  hang: "a hang",
  "no-connection": "a lost connection",
  "unreadable-answer": "an unreadable answer",
  "slow-answer": "a slow answer",
  "idle-reset": "a reset of an idle connection",
  outage: "an outage",
  "open-rule": "the open rule",
  change: "the announced change",
  evolution: "the lawful change",
  violation: "a broken rule",
  rough: "the rough day",
};

function hazardName({ id, kind, operation }: ReportedHazard): string {
  const place = id.slice(kind.length + 1);
  return operation === null ? `${names[kind]} ${place}` : `${names[kind]} at ${place}`;
}

function whyOpen({ why }: ReportedHazard, trials: readonly ReportedTrial[]): string {
  const these = trials.filter((trial) => why === null || isOf[why](trial));
  const count = counted(these.length, "trial");
  switch (why) {
    case "seen":
      return `${these.map(({ seen }) => seen)[0] ?? "a finding"} was seen and not confirmed`;
    case "did-not-end": {
      const ending = these.find((trial) => trial.ending !== undefined)?.ending;
      return `${count} did not end${ending === undefined ? "" : ` (${ending})`}`;
    }
    case "too-busy":
      return `the machine was too busy to judge ${count}`;
    case "no-result":
      return `the results lack the test of ${count}`;
    case "not-reached":
      return `${count} did not make the varied call`;
    case "left-out":
    case null:
      return "its trials were left out";
  }
}

const isOf: Readonly<
  Record<NonNullable<ReportedHazard["why"]>, (trial: ReportedTrial) => boolean>
> = {
  seen: ({ seen }) => seen !== undefined,
  "did-not-end": ({ verdict }) => verdict === "unfinished",
  "too-busy": ({ verdict }) => verdict === "too-busy",
  "no-result": ({ verdict }) => verdict === "unknown",
  "not-reached": ({ verdict }) => verdict === "not-reached",
  "left-out": () => true,
};

function nextStep({ why, needs }: ReportedHazard, { interrupted }: Shown): string {
  if (why === "no-result") return "Check --results and the labels.";
  if (why === "not-reached") {
    return "Let every run make the same calls, or pass --jobs 1.";
  }
  if (needs !== null) return `Pass ${needs}.`;
  return interrupted ? "Let the run end." : "Add the reports of all shards.";
}
