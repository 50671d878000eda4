import { callKey } from "../identity.ts";
import type { Call } from "../model.ts";

/** The minimum pause between a refusal and a retry that counts as a back-off, in milliseconds. */
const pauseMsMin = 100;

/** This many retries without a pause, among so many in a row, count as hammering. */
const hastyMin = 5;
const amongMax = 8;

const refusals: ReadonlySet<number> = new Set([429, 503]);

/**
 * Whether a client repeated a refused request without a pause five times in eight retries, or in fewer if there are
 * no more. A busy machine makes gaps longer, so it can hide hammering but never cause it.
 */
export function isHammering(calls: readonly Call[]): boolean {
  const requests = Map.groupBy(calls, requestKey);
  return [...requests.values()].some((same) => retryGaps(same).some(isHasty));
}

/** Identifies equal requests, regardless of their ordinal. */
function requestKey({ id, query, body }: Call): string {
  return JSON.stringify([callKey({ ...id, ordinal: 0 }), query, body]);
}

interface Chain {
  last: Call;
  /** The time from each refusal to its retry, in milliseconds. */
  readonly gapsMs: number[];
}

/**
 * Assigns each of these equal requests to a chain of retries, because a client may send equal requests in parallel. A
 * request is the retry of the refusal that has waited longest. Returns the gaps of every chain.
 */
function retryGaps(same: readonly Call[]): readonly (readonly number[])[] {
  const chains: Chain[] = [];
  for (const call of same.toSorted((one, other) => one.sentAtMs - other.sentAtMs)) {
    const [chain] = chains
      .filter(({ last }) => refusals.has(last.status) && last.answeredAtMs <= call.sentAtMs)
      .toSorted((one, other) => one.last.answeredAtMs - other.last.answeredAtMs);
    if (chain === undefined) {
      chains.push({ last: call, gapsMs: [] });
    } else {
      chain.gapsMs.push(call.sentAtMs - chain.last.answeredAtMs);
      chain.last = call;
    }
  }
  return chains.map(({ gapsMs }) => gapsMs);
}

function isHasty(gapsMs: readonly number[]): boolean {
  return gapsMs.some((_gap, from) => {
    const among = gapsMs.slice(from, from + amongMax);
    return among.filter((gapMs) => gapMs < pauseMsMin).length >= hastyMin;
  });
}
