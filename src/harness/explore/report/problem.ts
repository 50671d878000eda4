import { noCalls } from "../../../base/texts/no-calls.ts";
import type { BaselineProblem } from "../exploration.ts";

const freshState =
  "Each run needs a fresh state: keep it in the folder LEAD_SANDBOX_STATE, which is empty for each run, or empty it with --setup.";

/** The next steps that depend on what a command of ours offers. */
export interface NextSteps {
  readonly fails: string;
  readonly timedOut: string;
  readonly differs: string;
}

const stepsOfExplore: NextSteps = {
  fails: "Explore a command that succeeds.",
  timedOut: "Allow more time with --timeout and --budget.",
  differs: "Make the command deterministic, or pass --allow-nondeterminism.",
};

/** The message for a baseline problem: its cause and the next step. */
export function problemMessage(problem: BaselineProblem, steps = stepsOfExplore): string {
  const message = messageOf(problem, steps);
  if (problem.kind === "differs") return `${message} ${freshState}`;
  if (problem.isOfSecondRun !== true || !leavesState.has(problem.kind)) return message;
  const what = problem.kind === "no-calls" ? "The second run called nothing." : message;
  return `${what} The first run of the same command succeeded, so the command keeps state. ${freshState}`;
}

/** What a second run does when it meets the state of the first. */
const leavesState: ReadonlySet<BaselineProblem["kind"]> = new Set([
  "fails",
  "timed-out",
  "no-calls",
]);

function messageOf(problem: BaselineProblem, steps: NextSteps): string {
  switch (problem.kind) {
    case "fails":
      return failureMessage(problem, steps);
    case "timed-out":
      return `The command did not finish within ${Math.round(problem.timeoutMs / 1_000)} s without any variation. ${steps.timedOut}`;
    case "no-calls":
      return noCalls;
    case "no-results":
      return `${problem.reason ?? "No test results match --results."} Check the pattern and the reporter of the test runner.`;
    case "tests-fail": {
      const { tests } = problem;
      const which =
        tests.length === 1
          ? `The test ${tests[0]} fails`
          : `${tests.length} tests fail, such as ${tests[0]},`;
      return `${which} without any variation, although the command succeeds. Explore tests that pass.`;
    }
    case "dropped-workspace":
      return `The command called the workspace ${problem.workspace} after it was dropped. Wait for every call before the workspace is dropped.`;
    case "differs": {
      const { what, first, second, isRepeat = false } = problem.difference;
      const timeout = isRepeat
        ? " If the client repeats a call at its timeout, this machine may be too busy for it: try again."
        : "";
      return `Two runs of the command without any variation differ in ${what}: first ${first}, then ${second}.${timeout} ${steps.differs}`;
    }
  }
}

type Failure = Extract<BaselineProblem, { readonly kind: "fails" }>;

function failureMessage(
  { observation: { exit, calls }, program }: Failure,
  steps: NextSteps,
): string {
  const { code } = exit;
  if (code === 127) return `${program} was not found (127).`;
  if (code === 126) return `${program} cannot be executed (126).`;
  const limits = ["quota.burst", "quota.rolling-hour"];
  const limited = calls.filter(({ rules }) => limits.some((rule) => rules.includes(rule)));
  const rules = limits.filter((rule) => limited.some((call) => call.rules.includes(rule)));
  const cause =
    limited.length === 0
      ? steps.fails
      : `Calls that exceeded a limit of the sandbox (429, ${rules.join(", ")}): ${limited.length} of ${calls.length}. Raise the limit with --quota, or switch it off with --quota off.`;
  return `The command fails without any variation (exit code ${code}). ${cause}`;
}
