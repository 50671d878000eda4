import type { ObservedCall } from "../model.ts";
import type { Retry } from "./retries.ts";
import { retryChains } from "./retries.ts";
import { requestKey } from "./same-request.ts";

/** The minimum pause between a refusal and a retry that counts as a back-off, in milliseconds. */
const pauseMsMin = 100;

/** This many retries without a pause, among so many in a row, count as hammering. */
const hastyMin = 5;
const amongMax = 8;

/**
 * Whether a client repeated a refused request without a pause five times in eight retries, or in fewer if there are
 * no more. A busy machine makes gaps longer, so it can hide hammering but never cause it.
 */
export function isHammering(calls: readonly ObservedCall[]): boolean {
  const requests = Map.groupBy(calls, requestKey);
  return [...requests.values()].some((same) => retryChains(same, isRefused).some(isHasty));
}

function isRefused({ status }: ObservedCall): boolean {
  return status === 429 || status === 503;
}

function isHasty(chain: readonly Retry<ObservedCall>[]): boolean {
  return chain.some((_retry, from) => {
    const among = chain.slice(from, from + amongMax);
    return among.filter(({ ms }) => ms < pauseMsMin).length >= hastyMin;
  });
}
