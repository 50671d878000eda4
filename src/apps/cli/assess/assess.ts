import { execFile } from "node:child_process";
import { basename } from "node:path";
import { promisify } from "node:util";

import * as z from "zod";

import packageJson from "../../../../package.json" with { type: "json" };
import { readTextFile } from "../../../base/texts/text-file.ts";
import { visible } from "../../../base/texts/visible.ts";
import { dateNow } from "../../../base/values/native-timers.ts";
import type { Assessed, AssessSettings } from "../../../harness/assess/assess.ts";
import { assess } from "../../../harness/assess/assess.ts";
import { notCovered } from "../../../harness/assess/coverage.ts";
import { questionsOf, questionsOfRequests } from "../../../harness/assess/questions.ts";
import type { Question } from "../../../harness/assess/questions.ts";
import { annotationsOf } from "../../../harness/assess/report/annotations.ts";
import { documentOfAssessment } from "../../../harness/assess/report/document.ts";
import { junitOfReport } from "../../../harness/assess/report/junit.ts";
import { questionsHttp, questionsMarkdown } from "../../../harness/assess/report/question-files.ts";
import type { ReportContext } from "../../../harness/assess/report/report.ts";
import { isFailed, reportOf } from "../../../harness/assess/report/report.ts";
import type { Report } from "../../../harness/assess/report/shape.ts";
import { textOfReport } from "../../../harness/assess/report/text.ts";
import { trialName } from "../../../harness/assess/runs/run-of.ts";
import { hidingPersonalData } from "../../../harness/explore/bundle/hiding.ts";
import type { BaselineProblem } from "../../../harness/explore/exploration.ts";
import { hiddenProblem } from "../../../harness/explore/report/hidden-exploration.ts";
import { notesOn } from "../../../harness/explore/report/notes.ts";
import type { NextSteps } from "../../../harness/explore/report/problem.ts";
import { problemMessage } from "../../../harness/explore/report/problem.ts";
import { variationId } from "../../../harness/explore/report/variation-of.ts";
import type { Config } from "../../../server/settings/config.ts";
import { clientEnvironments } from "../client-command/client-environment.ts";
import type { Environment } from "../command-line.ts";
import { expectedOperations } from "../exec/expected-operations.ts";
import { exitCodes } from "../exit-codes.ts";
import { documentedIn } from "../explore/bundles.ts";
import { progressLine } from "../explore/progress.ts";
import { freshConfig } from "../fresh-config.ts";
import { newInterruption } from "../interruption.ts";
import type { AssessOptions } from "../options/assess.ts";
import { annotate, printJson, printReport } from "../output/findings-output.ts";
import { prepareFolder, writeDocumented } from "../output/report-files.ts";
import { hasLedger, noSimulation, pollingOf, refuseLedger } from "./polling.ts";
import { refuseNothing, refuseUnknownChecks } from "./refusals.ts";
import { settingsOf } from "./settings.ts";
import { trafficOf } from "./traffic.ts";

/** The quota of a key where none is given (rule quota.value). */
const usualQuota = 100;

/** Assesses `command` or recorded traffic, and returns the exit code: 1 for a violation or an unmet --require. */
export async function assessClient(
  command: readonly string[],
  configured: Config,
  options: AssessOptions,
  environment: Environment,
): Promise<number> {
  refuseUnknownChecks(options.require);
  const isTraffic = options.url !== undefined || options.har !== undefined;
  refuseNothing(command, options);
  await prepareFolder(options.out);
  const config = { ...freshConfig(configured, options, "assess"), quota: null };
  refuseLedger(options);
  const quotaPerHour = configured.quota ?? usualQuota;
  const common = { ...options, quotaPerHour };
  return isTraffic
    ? assessTraffic(config, common, environment)
    : assessCommand(command, config, common);
}

type Common = AssessOptions & { readonly quotaPerHour: number };

async function assessCommand(
  command: readonly string[],
  config: Config,
  options: Common,
): Promise<number> {
  const progress = progressLine(process.stderr, options.budget, config.logLevel === "silent");
  const interruption = newInterruption();
  const environments = await clientEnvironments({ ...options, command }, config);
  // Every running command forwards the signals of this process.
  process.setMaxListeners(0);
  try {
    const settings: AssessSettings = {
      ...settingsOf(command, config, options, interruption.signal),
      environmentOf: environments.of,
      onProgress: progress.show,
    };
    const assessed = await assess(settings);
    progress.end();
    const { polling, notes } =
      assessed.problem === null && !assessed.interrupted
        ? await pollingOf(command, config, options, { environments, interruption })
        : noSimulation;
    const questions = await questionsFor(assessed, config);
    const report = reportOf(assessed.runs, {
      ...contextOf(options),
      polling,
      command,
      source: "command",
      client: await clientOf(command),
      problem: await problemForOthers(assessed, config),
      interrupted: assessed.interrupted || interruption.code() !== null,
      questions,
      notCovered: notCovered(assessed.runs, expectedOperations(config)),
      leftOut: leftOutOf(assessed, options, polling),
      notes: [
        ...notes,
        ...notesOn({ ...assessed, nondeterminism: null, inSequence: false }, settings),
      ],
      violations: violationsOf(assessed, options),
      runCount: assessed.runCount,
      durationMs: assessed.durationMs,
    });
    await finish(report, questions, { ...options, problem: problemFor(assessed) });
    process.stderr.write(await environments.interceptedText(assessed.problem));
    return interruption.code() ?? exitCodeOf(report);
  } finally {
    await environments.end();
    interruption.end();
  }
}

async function assessTraffic(
  config: Config,
  options: Common,
  environment: Environment,
): Promise<number> {
  const { runs, questions, name, source, notes } = await trafficOf(options, config, environment);
  const report = reportOf(runs, {
    ...contextOf(options),
    command: [],
    source,
    client: { name, revision: null },
    problem: null,
    interrupted: false,
    questions,
    notCovered: notCovered(runs, expectedOperations(config)),
    leftOut: [],
    notes,
    violations: null,
    runCount: runs.length,
    durationMs: 0,
  });
  await finish(report, questions, { ...options, problem: null });
  return exitCodeOf(report);
}

function contextOf({
  every,
  leads,
  also = 0,
  quotaPerHour,
  require: required = [],
}: Common): Pick<
  ReportContext,
  "version" | "now" | "everyMs" | "leads" | "also" | "quotaPerHour" | "required" | "polling"
> {
  return {
    version: packageJson.version,
    now: dateNow(),
    everyMs: every ?? null,
    leads: leads ?? null,
    also,
    quotaPerHour,
    required,
    polling: null,
  };
}

async function finish(
  assessed: Report,
  questions: readonly Question[],
  { out, json, problem }: Pick<AssessOptions, "out" | "json"> & Pick<Report, "problem">,
): Promise<void> {
  const report = { ...assessed, document: documentOfAssessment(assessed) };
  // The person at the terminal knows the people of the run.
  printReport(textOfReport({ ...report, problem }, out ?? null));
  if (json) printJson(report);
  annotate(annotationsOf(report));
  await writeDocumented("assess", report, out, {
    "report.xml": junitOfReport(report),
    "questions.md": questionsMarkdown(questions),
    "questions.http": questionsHttp(questions),
  });
}

/** A client that could not be assessed precedes violations. */
function exitCodeOf(report: Report): number {
  if (report.problem !== null) return exitCodes.unjudged;
  return isFailed(report) ? exitCodes.failed : exitCodes.ok;
}

async function questionsFor(
  { judged, baseline, runs }: Assessed,
  config: Config,
): Promise<readonly Question[]> {
  if (baseline === null) return [];
  const words = await documentedIn(config);
  const broken = questionsOf(judged, baseline, hidingPersonalData(baseline, words));
  const asked = new Set(broken.map(({ rule }) => rule));
  return [...broken, ...questionsOfRequests(runs).filter(({ rule }) => !asked.has(rule))];
}

/** The names of what did not run. The check of a polling job calls its simulation a trial. */
function leftOutOf(
  { leftOut, judged }: Assessed,
  options: AssessOptions,
  polling: ReportContext["polling"],
): readonly string[] {
  const names = leftOut.map((planned) => {
    const name = judged[0] === undefined ? variationId(planned) : trialName({ trial: "", planned });
    return planned.call === null ? name : `${name} at ${planned.call.operation}`;
  });
  const isMissing = polling === null && hasLedger(options);
  return [...new Set([...names, ...(isMissing ? ["simulation"] : [])])];
}

/** The broken rules that the tests of --results noticed; null without it. */
function violationsOf(
  { judged }: Assessed,
  { results }: AssessOptions,
): ReportContext["violations"] {
  if (results === undefined) return null;
  const numberOf = (wanted: string): number =>
    judged.filter(({ verdict }) => verdict === wanted).length;
  return { caught: numberOf("caught"), missed: numberOf("missed") };
}

/** The name of the project in the working folder, else that of the program; and its Git revision. */
async function clientOf(command: readonly string[]): Promise<Report["client"]> {
  const folder = process.cwd();
  const project: unknown = await readTextFile("package.json")
    .then((text): unknown => JSON.parse(text))
    .catch(() => null);
  const named = z.looseObject({ name: z.string().min(1).max(200) }).safeParse(project);
  const name = named.success ? named.data.name : basename(folder) || basename(command[0] ?? "");
  return { name, revision: await revisionOf() };
}

async function revisionOf(): Promise<string | null> {
  try {
    const revision = await git("rev-parse", "--short=12", "HEAD");
    const changes = await git("status", "--porcelain", "--untracked-files=no");
    return changes === "" ? revision : `${revision} with changes`;
  } catch {
    return null; // No Git, or no repository.
  }
}

async function git(...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)("git", args, { timeout: 10_000 })).stdout.trim();
}

/** What to do about each problem of the baseline. */
const nextSteps: NextSteps = {
  fails:
    "Assess a command that succeeds. While it is assessed, its key has no quota, so leave out tests of the quota.",
  timedOut: "Allow more time with --budget, up to 10 minutes for this run.",
  differs: "Make the command deterministic.",
};

/** The problem as it is, for the person at the terminal. */
function problemFor({ problem }: Pick<Assessed, "problem">): Report["problem"] {
  return problem === null ? null : reported(problem);
}

/** The problem without keys and personal data, for the files, which others read. */
async function problemForOthers(
  { problem }: Pick<Assessed, "problem">,
  config: Config,
): Promise<Report["problem"]> {
  if (problem === null) return null;
  const words = await documentedIn(config);
  const seen = "observation" in problem ? problem.observation : { calls: [] };
  return reported(hiddenProblem(problem, hidingPersonalData(seen, words), true));
}

function reported(problem: BaselineProblem): NonNullable<Report["problem"]> {
  const output = "observation" in problem ? visible(problem.observation.output) : null;
  return { kind: problem.kind, message: problemMessage(problem, nextSteps), output };
}
