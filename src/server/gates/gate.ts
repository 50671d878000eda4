import type { Answering } from "../../network/http/answer.ts";
import type { RequestContext } from "../../world/workspace/requests/context.ts";
import { refusal } from "./refusal.ts";

/** Answers one request to the emulated API, or throws its refusal. */
export type Answerer = (context: RequestContext) => Answering;

/**
 * A step before the operation. It answers, refuses by throwing, or calls `next`, which never throws a
 * refusal.
 */
export type Gate = (context: RequestContext, next: Answerer) => Answering;

/**
 * Chains `gates` before `last`, the first outermost. A thrown refusal becomes an answer for the gates outside
 * the one that threw.
 */
export function behind(gates: readonly Gate[], last: Answerer): Answerer {
  return gates.reduceRight<Answerer>(
    (next, gate) => answering((context) => gate(context, next)),
    answering((context) => refusing(last(context), context)),
  );
}

/** The same answerer, with thrown refusals turned into answers. */
function answering(answerer: Answerer): Answerer {
  return (context) => {
    try {
      return answerer(context);
    } catch (error) {
      return refusal(error, context);
    }
  };
}

/** The same gate, for one that can refuse after a wait. */
export function refusingGate(gate: Gate): Gate {
  return (context, next) => refusing(gate(context, next), context);
}

/** The answer, or the refusal if the promise rejects. */
export function refusing(answer: Answering, context: RequestContext): Answering {
  if (!(answer instanceof Promise)) return answer;
  return answer.catch((error: unknown) => refusal(error, context));
}
