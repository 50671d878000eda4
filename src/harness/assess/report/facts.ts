/** The facts of the report as short texts, which all forms of it share. */
import { counted } from "../../../base/values/counted.ts";
import { verdicts } from "../run.ts";
import type { CheckVerdict } from "../run.ts";
import type { Report, ReportedCheck } from "./shape.ts";

export const verdictNames: Readonly<Record<CheckVerdict, string>> = {
  violated: "Violated",
  attention: "Attention",
  "not-exercised": "Not exercised",
  shown: "Shown",
};

/** The checks by verdict, violated ones first. */
export function inOrder(checks: readonly ReportedCheck[]): readonly ReportedCheck[] {
  return checks.toSorted(
    (one, other) => verdicts.indexOf(one.verdict) - verdicts.indexOf(other.verdict),
  );
}

const answers: Readonly<Record<Report["summary"]["answer"], string>> = {
  "not-yet": "Not yet",
  "with-questions": "With questions",
  "nothing-against": "Nothing speaks against it",
};

/** The answer with a count for each verdict, such as `Not yet: 1 violated, 2 attention, 5 not exercised, 10 shown`. */
export function headlineOf({ summary, problem, source }: Report): string {
  if (problem !== null) return "The client could not be assessed";
  const { answer, violated, attention, notExercised, shown, runs } = summary;
  const counts = `${answers[answer]}: ${violated} violated, ${attention} attention, ${notExercised} not exercised, ${shown} shown`;
  return source === "command" ? `${counts}, in ${runs} runs` : counts;
}

/** What no run can judge fairly, and the page therefore leaves to its reader. */
export const notJudged: readonly string[] = [
  "Whether the output names people: emails and phones in it can be what its reader needs.",
  "Verified certificates on loopback: a client may trust its own machine.",
  "A new key for a process that stays: it may read its key at the start and be restarted.",
  "A job that stops as a whole at a bad record and says so: that can be the intent.",
];

const quotas = [100, 200, 500];

/** What the client does, as name and value. */
export function useFacts({ use }: Report): readonly (readonly [name: string, value: string])[] {
  const { callsPerHour, callsPerRun, retries, everyMs, leads, optsOutOfMail } = use;
  const operations = Object.entries(use.operations).map(([id, count]) => `${id} ${count}`);
  return [
    ["Operations", operations.join(", ") || "none"],
    ["Page sizes", use.pageSizes.join(", ") || "no list was read"],
    ["Calls of a run", String(callsPerRun)],
    [
      "Calls an hour",
      callsPerHour === null
        ? `unknown${everyMs === null ? " without --every" : ""}`
        : `${callsPerHour}${leads === null ? "" : ` with ${counted(leads, "Lead")}`}: ${quotas
            .map((quota) => `${Math.round((100 * callsPerHour) / quota)} % of ${quota}`)
            .join(", ")}`,
    ],
    ["Schedule", everyMs === null ? "unknown" : `every ${durationText(everyMs)}`],
    [
      "Pauses after a 429",
      retries.pausesMs.length === 0
        ? "none seen"
        : retries.pausesMs.map((ms) => `${ms} ms`).join(", "),
    ],
    [
      "Gives up in an outage",
      retries.givesUpAfterMs === null
        ? "not seen"
        : `after ${(retries.givesUpAfterMs / 1_000).toFixed(1)} s`,
    ],
    ["People get mail", mailText(optsOutOfMail)],
    [
      "Its output names people",
      use.outputNamesPeopleIn === null ? "not seen" : `first in run ${use.outputNamesPeopleIn}`,
    ],
    ["User agents", use.userAgents.join(", ") || "none"],
    ...violationsFact(use.violations),
  ];
}

function mailText(optsOutOfMail: boolean | null): string {
  if (optsOutOfMail === null) return "no Lead was created";
  return optsOutOfMail ? "no, every create disables it" : "yes, a welcome mail for each new Lead";
}

function violationsFact(
  violations: Report["use"]["violations"],
): readonly (readonly [string, string])[] {
  if (violations === null) return [];
  const { caught, missed } = violations;
  return [["Broken rules that its tests notice", `${caught} of ${caught + missed}`]];
}

/** Such as `15 min`, `1 h 30 min` or `20 s`. */
function durationText(ms: number): string {
  const parts = [
    [Math.floor(ms / 3_600_000), "h"],
    [Math.floor(ms / 60_000) % 60, "min"],
    [(ms % 60_000) / 1_000, "s"],
  ] as const;
  return (
    parts
      .filter(([value]) => value > 0)
      .map(([value, unit]) => `${value} ${unit}`)
      .join(" ") || "0 s"
  );
}

/** Such as `run 7 (fault:reset-after), call 3: POST /v1/… → 409`. */
export function evidenceText({
  run,
  trial,
  call,
  method,
  path,
  status,
}: ReportedCheck["evidence"][number]): string {
  return `run ${run} (${trial}), call ${call}: ${method} ${path} → ${status === 0 ? "no answer" : status}`;
}

/** What was not covered, one line each. */
export function notCoveredLines({ notCovered, source }: Report): readonly string[] {
  const { operations, statuses, transitions, trials } = notCovered;
  const missing = Object.entries(statuses).map(([id, all]) => `${id} ${all.join(", ")}`);
  return [
    ...(operations.length === 0 ? [] : [`Operations: ${operations.join(", ")}.`]),
    ...(missing.length === 0 ? [] : [`Statuses: ${missing.join("; ")}.`]),
    ...(transitions.length === 0 ? [] : [`Transitions of a Lead: ${transitions.join(", ")}.`]),
    ...(trials.length === 0 ? [] : [`Trials that did not run: ${trials.join(", ")}.`]),
    ...(source === "command" ? [] : ["Nothing was provoked: the traffic is as it was recorded."]),
  ];
}

/** How the client was exercised. */
export function howText({ source, command, summary }: Report, shell: string): string {
  const seconds = (summary.durationMs / 1_000).toFixed(1);
  if (source === "har") return "Recorded traffic (HAR); nothing was provoked.";
  if (source === "journal") return "The journal of a sandbox; nothing was provoked.";
  return command.length === 0 ? "" : `${summary.runs} runs of ${shell} in ${seconds} s.`;
}
