import type { Answering } from "../http/answer.ts";
import type { RequestContext } from "../workspace/request-context.ts";
import { refusal } from "./refusal.ts";

/** Answers one request to the emulated API, or throws the refusal of it. */
export type Answerer = (context: RequestContext) => Answering;

/** What a request passes before its operation: it answers itself, refuses by throwing, or hands on to `next`, of which no refusal is thrown. */
export type Gate = (context: RequestContext, next: Answerer) => Answering;

/** `last` behind `gates`, the first of them outermost; a refusal is an answer to the gates before the one that threw it. */
export function behind(gates: readonly Gate[], last: Answerer): Answerer {
  return gates.reduceRight<Answerer>(
    (next, gate) => answering((context) => gate(context, next)),
    answering((context) => refusing(last(context), context)),
  );
}

/** The same, but that a refusal which is thrown is answered. */
function answering(answerer: Answerer): Answerer {
  return (context) => {
    try {
      return answerer(context);
    } catch (error) {
      return refusal(error, context);
    }
  };
}

/** An answer that may still turn out to be a refusal. */
export function refusing(answer: Answering, context: RequestContext): Answering {
  if (!(answer instanceof Promise)) return answer;
  return answer.catch((error: unknown) => refusal(error, context));
}
