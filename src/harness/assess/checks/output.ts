/** Checks of what the client prints, and of a record that is always refused. */
import { compareWorlds } from "../../explore/judge/compare-worlds.ts";
import { isTestSuite } from "../../runs/run.ts";
import type { AssessedRun, Assessment } from "../run.ts";
import { isCreate, isCut } from "./calls.ts";
import { cited, conclude, firstOf } from "./evidence.ts";
import { sameOutput } from "./same-output.ts";

/** `logs.clean`: no key is in the output of any run. */
export function logsClean(runs: readonly AssessedRun[]): Assessment | null {
  const printed = runs.filter(({ outputSeen }) => (outputSeen?.bytes ?? 0) > 0);
  const first = runs.find(({ calls }) => calls.length > 0);
  const leaking = printed.flatMap((run) => {
    const [leak] = run.outputSeen?.keys ?? [];
    if (leak === undefined) return [];
    const process = leak.process === 1 ? "" : `, in its process ${leak.process}`;
    const reason = `A key is in ${leak.stream} of run ${run.number} (${run.trial})${process}.`;
    // A run can print before its first call, so that another run stands for the client.
    const shown = run.calls.length > 0 ? run : first;
    const evidence = shown === undefined ? [] : cited(shown, shown.calls.slice(0, 1));
    return [{ reason, evidence, isSuite: isTestSuite(run) }];
  });
  return conclude({
    violated: firstOf(leaking.filter(({ isSuite }) => !isSuite)),
    attention: firstOf(leaking),
    shown: firstOf(
      printed.map((run) => ({
        reason: `No key is in the output of ${printed.length === 1 ? "the run" : `${printed.length} runs`} that printed something.`,
        evidence: cited(run, run.calls.slice(0, 1)),
      })),
    ),
  });
}

/** `poison.isolated`: the client sends all others although the create of one person is always refused. */
export function poisonIsolated(runs: readonly AssessedRun[]): Assessment | null {
  const baseline = runs.find(({ trial }) => trial === "baseline");
  const run = runs.find(({ trial, isReached }) => trial === "fault:poison" && isReached);
  const refused = run?.calls.find(({ isVaried }) => isVaried);
  const creates = baseline?.calls.filter((call) => isCreate(call) && call.subject !== null);
  const people = new Set(creates?.map(({ subject }) => subject));
  if (baseline === undefined || run === undefined || people.size < 2) return null;
  const others = compareWorlds(baseline.worlds, run.worlds).filter(
    ({ kind, email }) => kind !== "Mail" && email !== refused?.subject,
  );
  const missing = others.filter(({ change }) => change === "missing");
  const code = run.exits[0]?.code;
  const evidence = cited(run, [refused, run.calls.at(-1)]);
  const lost = `${missing.length === 1 ? "a record" : `${missing.length} records`} of other people ${missing.length === 1 ? "is" : "are"} missing`;
  if (isCut(run)) {
    const reason = "With one person who is always refused, the client does not end.";
    return conclude({ attention: { reason, evidence } });
  }
  const isSilent = code === 0 && others.length === 0 && sameOutput(baseline, run);
  const wrong =
    code === 0 && missing.length > 0
      ? `With one person who is always refused, the client ends with 0, and ${lost}.`
      : isSilent
        ? "With one person who is always refused, the client ends with 0 and prints what it prints without the refusal."
        : null;
  if (wrong !== null) {
    const found = { reason: wrong, evidence };
    return conclude(isTestSuite(run) ? { attention: found } : { violated: found });
  }
  const reason =
    missing.length > 0
      ? `With one person who is always refused, the client ends with ${code}, and ${lost}.`
      : "With one person who is always refused, records of other people differ.";
  return others.length > 0
    ? conclude({ attention: { reason, evidence } })
    : conclude({
        shown: {
          reason: "One person who is always refused is reported, and all others are sent.",
          evidence,
        },
      });
}
