/** A repetition of a refused request, so many milliseconds after the refusal. */
export interface Retry<Call> {
  readonly from: Call;
  readonly to: Call;
  readonly ms: number;
}

interface Answered {
  readonly status: number;
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
}

/**
 * Assigns each of these equal requests to a chain of retries, because a client may send equal requests in parallel. A
 * request is the retry of the refusal that has waited longest.
 */
export function retryChains<Call extends Answered>(
  same: readonly Call[],
  isRefused: (call: Call) => boolean,
): readonly (readonly Retry<Call>[])[] {
  const chains: { last: Call; readonly retries: Retry<Call>[] }[] = [];
  for (const to of same.toSorted((one, other) => one.sentAtMs - other.sentAtMs)) {
    const [chain] = chains
      .filter(({ last }) => isRefused(last) && last.answeredAtMs <= to.sentAtMs)
      .toSorted((one, other) => one.last.answeredAtMs - other.last.answeredAtMs);
    if (chain === undefined) {
      chains.push({ last: to, retries: [] });
      continue;
    }
    const from = chain.last;
    chain.retries.push({ from, to, ms: to.sentAtMs - from.answeredAtMs });
    chain.last = to;
  }
  return chains.map(({ retries }) => retries);
}
