/** Turns what explore observed into the runs that checks judge. */
import type { Judged } from "../../explore/exploration.ts";
import type { ObservedCall, Observation } from "../../explore/model.ts";
import { variationId } from "../../explore/report/variation-of.ts";
import type { AssessedCall, AssessedRun } from "../run.ts";
import { isOwnHost } from "./own-host.ts";
import { leadsTrial } from "./plan.ts";

/** The baseline as run 1. */
export function baselineRun(observation: Observation): AssessedRun {
  return {
    ...commonOf(observation),
    number: 1,
    trial: "baseline",
    verdict: null,
    isReached: true,
  };
}

/** The run of a trial; null if its run was not kept. */
export function trialRun(judged: Judged, number: number): AssessedRun | null {
  const { observation, verdict, facts } = judged;
  if (observation === null) return null;
  return {
    ...commonOf(observation),
    number,
    trial: trialName(judged),
    verdict,
    isReached: facts.fired,
  };
}

/** The name of a trial, such as `fault:reset-after`, `again` or `leads`. */
export function trialName({ trial, planned }: Pick<Judged, "trial" | "planned">): string {
  if (trial === leadsTrial) return leadsTrial;
  return planned.family === "rough" ? planned.variation : variationId(planned);
}

function commonOf(observation: Observation) {
  const inOrder = observation.calls.toSorted((one, other) => one.sentAtMs - other.sentAtMs);
  return { ...observation, source: "command", calls: inOrder.map(assessedCall) } as const;
}

function assessedCall(call: ObservedCall): AssessedCall {
  const { workspace, subject } = call.id;
  const isVaried = call.variation !== null;
  return { ...call, workspace, subject, isVaried, isLoopback: isOwnHost(call.host) };
}
