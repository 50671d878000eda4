/** Pauses between a refusal and the next identical request. */
import type { AssessedCall, AssessedRun } from "../run.ts";
import { requestKey } from "./calls.ts";

/** The time from an answer to the next identical request. */
export interface Pause {
  readonly ms: number;
  readonly from: AssessedCall;
  readonly to: AssessedCall;
}

/**
 * The pauses after answers with `status`, by chain of retries. A client may send equal requests in parallel, so a
 * request continues the chain that has waited longest. A pause in which the sandbox's timer was late does not count,
 * and none counts in a recording, where nothing measured it.
 */
export function pausesOf(run: AssessedRun, status: number): readonly (readonly Pause[])[] {
  const { stalls } = run;
  if (stalls === null) return [];
  const isCounted = ({ from, to }: Pause): boolean =>
    !stalls.some(({ fromMs, toMs }) => fromMs < to.sentAtMs && toMs > from.answeredAtMs);
  return [...Map.groupBy(run.calls, requestKey).values()].flatMap((same) =>
    chainsOf(same, status).map((chain) => chain.filter(isCounted)),
  );
}

function chainsOf(same: readonly AssessedCall[], status: number): readonly (readonly Pause[])[] {
  const chains: { last: AssessedCall; readonly pauses: Pause[] }[] = [];
  for (const to of same.toSorted((one, other) => one.sentAtMs - other.sentAtMs)) {
    const [chain] = chains
      .filter(({ last }) => last.status === status && last.answeredAtMs <= to.sentAtMs)
      .toSorted((one, other) => one.last.answeredAtMs - other.last.answeredAtMs);
    if (chain === undefined) {
      chains.push({ last: to, pauses: [] });
      continue;
    }
    const from = chain.last;
    chain.pauses.push({ ms: to.sentAtMs - from.answeredAtMs, from, to });
    chain.last = to;
  }
  return chains.map(({ pauses }) => pauses);
}
