/** Judges announced changes for a suite with --results: each test by its own claim and its own workspace. */
import type { Judgement, Observation, PlannedVariation } from "../model.ts";
import { worstOf } from "./announced.ts";
import type { Scope } from "./fault-records.ts";
import { judge } from "./judge.ts";
import { isFailure, scopeOf } from "./scope.ts";

/** The judgement of the whole run, or of a test that says worse; `noticedBy` has the tests that fail by the change. */
export function judgeWithTests(
  planned: PlannedVariation,
  baseline: Observation,
  trial: Observation,
): Judgement {
  const { labels } = baseline;
  const scopes = (one: PlannedVariation): readonly [Scope, Scope] => [
    scopeOf(baseline, one, labels),
    scopeOf(trial, one, labels),
  ];
  const [before, after] = scopes(planned);
  const whole = judge(planned, before, after);
  if (planned.announced === undefined || !after.isTest) return whole;
  const tests = [...labels].flatMap((workspace) => {
    const judged = judge(planned, ...scopes({ ...planned, workspace }));
    return ofTests.has(judged.verdict)
      ? [{ ...judged, reason: `${judged.reason} It is the test ${JSON.stringify(workspace)}.` }]
      : [];
  });
  const noticedBy = [...after.outcomes]
    .filter(([name, outcome]) => isFailure(outcome) && before.outcomes.get(name) !== outcome)
    .map(([name]) => name);
  return { ...(worstOf([whole, ...tests]) ?? whole), noticedBy };
}

/** What a test of its own can show; it shares its output and its end with the others. */
const ofTests: ReadonlySet<Judgement["verdict"]> = new Set(["breaks-silently", "breaks"]);
