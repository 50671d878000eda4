/** Runs a client as a production environment would treat it, and judges every check. */
import type { Lead } from "../../domain/model/lead.ts";
import { leadState } from "../../domain/model/lead.ts";
import { openSandbox } from "../../server/sandbox/sandbox.ts";
import type { BaselineProblem, Judged, TrialSettings } from "../explore/exploration.ts";
import { runBaselines } from "../explore/explore.ts";
import type { Observation, PlannedVariation } from "../explore/model.ts";
import { countedRuns } from "../explore/run/counted-runs.ts";
import { runTrials } from "../explore/trials/trials.ts";
import type { AssessedRun } from "./run.ts";
import { planAssessment, planExports } from "./runs/plan.ts";
import { baselineRun, trialName, trialRun } from "./runs/run-of.ts";

export interface AssessSettings extends TrialSettings {
  /** The number of Leads at which calls are counted; null for those of the fixture. */
  readonly leads: number | null;
}

/** What the runs showed. */
export interface Assessed {
  /** Why no trial could run; null otherwise. */
  readonly problem: BaselineProblem | null;
  readonly baseline: Observation | null;
  readonly runs: readonly AssessedRun[];
  readonly judged: readonly Judged[];
  readonly leftOut: readonly PlannedVariation[];
  readonly interrupted: boolean;
  readonly runCount: number;
  readonly stillRunning: readonly string[];
  readonly durationMs: number;
}

export async function assess(asked: AssessSettings): Promise<Assessed> {
  const { settings, budget, totals } = countedRuns({
    ...asked,
    keepsRuns: true,
    watchesOutput: true,
  });
  const done = (result: Partial<Assessed>): Assessed => {
    const { runs: runCount, ...others } = totals();
    const nothing = { problem: null, baseline: null, runs: [], judged: [], leftOut: [] };
    return { ...nothing, ...result, runCount, ...others };
  };
  const baselines = await runBaselines({ ...settings, signal: asked.signal }, budget);
  if ("problem" in baselines) return done(asked.signal.aborted ? {} : baselines);
  const { baseline } = baselines;
  const { together, alone } = planAssessment(baseline, {
    assumptions: settings.config.assumptions,
    moreLeads: moreLeadsFor(settings),
    isSuite: settings.results !== null,
  });
  // Pauses are measured first, while nothing else runs, and so are not left out when the budget ends.
  const first = await runTrials(
    { ...settings, jobs: 1 },
    { baseline, trials: alone, budget, before: [] },
  );
  const others = { baseline, trials: together, budget, before: first.judged };
  const second = await runTrials(settings, others);
  const tried = [...first.judged, ...second.judged];
  const many = tried.find((one) => trialName(one) === "many")?.observation ?? null;
  const trials = many === null || (many.ledger ?? null) === null ? [] : planExports(many);
  const third = await runTrials(settings, { baseline, trials, budget, before: tried });
  const judged = [...tried, ...third.judged];
  return done({
    baseline,
    runs: [baselineRun(baseline), ...judged.flatMap((one, at) => trialRun(one, at + 2) ?? [])],
    judged,
    leftOut: [...first.leftOut, ...second.leftOut, ...third.leftOut],
  });
}

/** How many Active Leads to add to those of the client's Firm, so that there are as many as --leads says. */
function moreLeadsFor({ leads, config, worlds }: AssessSettings): number | null {
  if (leads === null) return null;
  const sandbox = openSandbox({ ...config, data: null }, {}, worlds);
  try {
    const [firm] = sandbox.describe().firms;
    const own = sandbox
      .workspace()
      .store()
      .leads.all()
      .filter(
        (lead) => isActive(lead) && lead.firmId === firm?.id && lead.environment === "sandbox",
      );
    return Math.max(0, leads - own.length);
  } finally {
    sandbox.close();
  }
}

function isActive(lead: Lead): boolean {
  return leadState(lead) === "Active";
}
