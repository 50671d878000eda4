/** The runs of small clients, as an assessment has them. */
import type { AssessedRun } from "../../../src/harness/assess/run.ts";
import { planAssessment, planExports } from "../../../src/harness/assess/runs/plan.ts";
import { baselineRun, trialName, trialRun } from "../../../src/harness/assess/runs/run-of.ts";
import type { ExploreSettings, Judged } from "../../../src/harness/explore/exploration.ts";
import type { Observation, Trial } from "../../../src/harness/explore/model.ts";
import { runOnce } from "../../../src/harness/explore/run/run.ts";
import { runAndJudge } from "../../../src/harness/explore/trials/trial.ts";
import { inProcessSettings } from "../explore/explored-in-process.ts";
import type { Program } from "./programs.ts";
import { apiOf } from "./programs.ts";

/** Runs a program, and kills it when a trial does. */
function settingsOf(program: Program): ExploreSettings {
  const memories = new Map<string, Map<string, string>>();
  const settings = inProcessSettings(async () => 0);
  return {
    ...settings,
    rerun: true,
    watchesOutput: true,
    ledgerOf: async (env) =>
      memories
        .get(env["LEAD_API_URL"] ?? "")
        ?.get("ledger")
        ?.split("\n")
        .toSorted() ?? null,
    async environmentOf(sandbox, listening) {
      const { variables, end } = await settings.environmentOf(sandbox, listening);
      const keys = sandbox.describe().firms[0]?.apiKeys ?? [];
      const live = keys.find(({ environment }) => environment === "production");
      return { variables: { ...variables, LIVE_KEY: live?.key }, end };
    },
    async launch({ env, onOutput, kill = new AbortController().signal }) {
      const url = env["LEAD_API_URL"] ?? "";
      const memory = memories.get(url) ?? new Map<string, string>();
      memories.set(url, memory);
      const print = (text: string): void => onOutput?.(Buffer.from(text), "stdout");
      const { promise: killed, resolve } = Promise.withResolvers<number>();
      kill.addEventListener("abort", () => resolve(137));
      const ran = program(apiOf(env, { kill, memory, print })).catch(() => 1);
      return {
        code: await Promise.race([killed, ran]),
        signal: null,
        timedOut: false,
        error: null,
      };
    },
  };
}

const baselines = new Map<Program, Promise<Observation>>();

/** The baseline of a program, and those of its trials that have one of these names. */
export async function runsOf(
  program: Program,
  names: RegExp | null,
): Promise<readonly AssessedRun[]> {
  const settings = settingsOf(program);
  const started = baselines.get(program) ?? runOnce(settings, { trial: null, timeoutMs: 20_000 });
  baselines.set(program, started);
  const baseline = await started;
  const { together, alone } = planAssessment(baseline, {
    assumptions: {},
    moreLeads: null,
    isSuite: false,
  });
  const isNamed = ({ id, variations }: Trial): boolean =>
    variations.some((planned) => names?.test(trialName({ trial: id, planned })) === true);
  const judgedIn = async (trials: readonly Trial[]): Promise<readonly Judged[]> => {
    const kept = { ...settings, keepsRuns: true };
    const all = trials.filter(isNamed).map((trial) => runAndJudge(kept, { baseline, trial }));
    return (await Promise.all(all)).flatMap(({ judged }) => judged);
  };
  const judged = await judgedIn([...together, ...alone]);
  const many = judged.find((one) => trialName(one) === "many")?.observation ?? null;
  const exported = many === null ? [] : await judgedIn(planExports(many));
  return [
    baselineRun(baseline),
    ...[...judged, ...exported].flatMap((one, at) => trialRun(one, at + 2) ?? []),
  ];
}

/** A recording of a baseline: nothing was provoked, and nothing measured the time. */
export function recorded(run: AssessedRun): AssessedRun {
  return {
    ...run,
    trial: "traffic",
    source: "har",
    exits: [],
    worlds: [],
    stalls: null,
    outputSeen: null,
  };
}
