/** Puts the report together from the runs and their judgements. */
import { Date } from "../../../base/values/native-timers.ts";
import type { Judged } from "../checks/checks.ts";
import { judgeAll } from "../checks/checks.ts";
import type { NotCovered } from "../coverage.ts";
import type { Question } from "../questions.ts";
import type { AssessedRun, CheckContext, CheckVerdict, Source } from "../run.ts";
import { useOf } from "../use.ts";
import type { Report, ReportedCheck } from "./shape.ts";
import { reportFormat } from "./shape.ts";

/** What the report shows besides the runs. */
export interface ReportContext extends CheckContext {
  readonly version: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly command: readonly string[];
  readonly source: Source;
  readonly client: { readonly name: string; readonly revision: string | null };
  readonly problem: Report["problem"];
  readonly interrupted: boolean;
  /** The checks of --require. */
  readonly required: readonly string[];
  readonly questions: readonly Question[];
  readonly notCovered: NotCovered;
  readonly leftOut: readonly string[];
  readonly notes: readonly string[];
  readonly violations: { readonly caught: number; readonly missed: number } | null;
  readonly runCount: number;
  readonly durationMs: number;
}

export function reportOf(runs: readonly AssessedRun[], context: ReportContext): Report {
  const { version, command, source, client, problem, interrupted, required } = context;
  const { everyMs, quotaPerHour, also, leads, violations, notCovered, leftOut, questions } =
    context;
  const judged = judgeAll(runs, context, leftOut);
  return {
    format: reportFormat,
    version,
    date: new Date(context.now).toISOString(),
    command,
    source,
    client,
    problem,
    interrupted,
    use: { ...useOf(runs, everyMs), everyMs, quotaPerHour, also, leads, violations },
    checks: judged.map((one) => reportedCheck(one, required)),
    questions: questions.map(({ rule, statement, breaks, basis, request, answers }) => ({
      rule,
      statement,
      basis,
      request,
      breaks,
      answers,
    })),
    notCovered: { ...notCovered, trials: leftOut },
    notes: context.notes,
    summary: {
      answer: answerOf(judged),
      shown: numberOf(judged, "shown"),
      violated: numberOf(judged, "violated"),
      attention: numberOf(judged, "attention"),
      notExercised: numberOf(judged, "not-exercised"),
      runs: context.runCount,
      durationMs: Math.round(context.durationMs),
    },
  };
}

/** The answer to the question of the page: whether the client is ready for production. */
function answerOf(judged: readonly Judged[]): Report["summary"]["answer"] {
  if (numberOf(judged, "violated") > 0) return "not-yet";
  const hasQuestion = judged.some(({ verdict, isOpen }) => verdict === "attention" || isOpen);
  return hasQuestion ? "with-questions" : "nothing-against";
}

function numberOf(judged: readonly Judged[], wanted: CheckVerdict): number {
  return judged.filter(({ verdict }) => verdict === wanted).length;
}

function reportedCheck(judged: Judged, required: readonly string[]): ReportedCheck {
  const { check, verdict, reason, evidence } = judged;
  const { id, clause, title, advice } = check;
  const isGood = verdict === "shown" || verdict === "not-exercised";
  return {
    id,
    title,
    verdict,
    reason,
    clause,
    required: required.includes(id),
    advice: isGood ? null : (judged.advice ?? advice),
    evidence,
  };
}

/** Whether a report fails a build: a violation, or a required check that is not shown. */
export function isFailed({ checks }: Report): boolean {
  return checks.some(isFailedCheck);
}

/** Whether a check fails: it is violated, or required and not shown. */
export function isFailedCheck({
  verdict,
  required,
}: Pick<ReportedCheck, "required" | "verdict">): boolean {
  return verdict === "violated" || (required && verdict !== "shown");
}
