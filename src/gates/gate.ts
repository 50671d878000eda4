import type { Answering } from "../http/answer.ts";
import type { Exchange } from "../workspace/exchange.ts";
import { refusal } from "./refusal.ts";

/** Answers one request to the emulated API, or throws the refusal of it. */
export type Answerer = (exchange: Exchange) => Answering;

/** What a request passes before its operation: it answers itself, refuses by throwing, or hands on to `next`, of which no refusal is thrown. */
export type Gate = (exchange: Exchange, next: Answerer) => Answering;

/** `last` behind `gates`, the first of them outermost; a refusal is an answer to the gates before the one that threw it. */
export function behind(gates: readonly Gate[], last: Answerer): Answerer {
  return gates.reduceRight<Answerer>(
    (next, gate) => answering((exchange) => gate(exchange, next)),
    answering((exchange) => refusing(last(exchange), exchange)),
  );
}

/** The same, but that a refusal which is thrown is answered. */
function answering(answerer: Answerer): Answerer {
  return (exchange) => {
    try {
      return answerer(exchange);
    } catch (error) {
      return refusal(error, exchange);
    }
  };
}

/** An answer that may still turn out to be a refusal. */
export function refusing(answer: Answering, exchange: Exchange): Answering {
  if (!(answer instanceof Promise)) return answer;
  return answer.catch((error: unknown) => refusal(error, exchange));
}
