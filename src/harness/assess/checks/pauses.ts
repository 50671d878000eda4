/** Pauses between a refusal and the next identical request. */
import type { Retry } from "../../explore/judge/retries.ts";
import { retryChains } from "../../explore/judge/retries.ts";
import type { AssessedCall, AssessedRun } from "../run.ts";
import { requestKey } from "./calls.ts";

/** The time from an answer to the next identical request. */
export type Pause = Retry<AssessedCall>;

/**
 * The pauses after answers with `status`, by chain of retries. A pause in which the sandbox's timer was late does not
 * count, and none counts in a recording, where nothing measured it.
 */
export function pausesOf(run: AssessedRun, status: number): readonly (readonly Pause[])[] {
  const { stalls } = run;
  if (stalls === null) return [];
  const isCounted = ({ from, to }: Pause): boolean =>
    !stalls.some(({ fromMs, toMs }) => fromMs < to.sentAtMs && toMs > from.answeredAtMs);
  return [...Map.groupBy(run.calls, requestKey).values()].flatMap((same) =>
    retryChains(same, (call) => call.status === status).map((chain) => chain.filter(isCounted)),
  );
}
