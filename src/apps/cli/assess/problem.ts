import { visible } from "../../../base/texts/visible.ts";
/** Why a client could not be assessed: for the person at the terminal, and for the files, which others read. */
import type { Assessed } from "../../../harness/assess/assess.ts";
import type { Report } from "../../../harness/assess/report/shape.ts";
import { hidingPersonalData } from "../../../harness/explore/bundle/hiding.ts";
import type { BaselineProblem } from "../../../harness/explore/exploration.ts";
import { hiddenProblem } from "../../../harness/explore/report/hidden-exploration.ts";
import type { NextSteps } from "../../../harness/explore/report/problem.ts";
import { problemMessage } from "../../../harness/explore/report/problem.ts";
import type { Config } from "../../../server/settings/config.ts";
import { documentedIn } from "../explore/bundles.ts";

const steps: NextSteps = {
  fails:
    "Assess a command that succeeds. While it is assessed, its key has no quota, so leave out tests of the quota.",
  timedOut: "Allow more time with --budget, up to 10 minutes for this run.",
  differs: "Make the command deterministic.",
};

/** The problem as it is. */
export function problemFor({ problem }: Pick<Assessed, "problem">): Report["problem"] {
  return problem === null ? null : reported(problem);
}

/** The problem without keys and personal data. */
export async function problemForOthers(
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
  return { kind: problem.kind, message: problemMessage(problem, steps), output };
}
