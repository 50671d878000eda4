import type { Answering } from "../http/answer.ts";
import type { Exchange } from "../workspace/exchange.ts";
import { refusal } from "./refusal.ts";

/** Answers one request to the emulated API, or throws the refusal of it. */
export type Answerer = (exchange: Exchange) => Answering;

/** What a request passes before its operation: it answers itself, or hands on to `next`. */
export type Gate = (exchange: Exchange, next: Answerer) => Answering;

/** `last` behind `gates`, the first of them outermost; a refusal is an answer to the gates before the one that threw it. */
export function behind(gates: readonly Gate[], last: Answerer): Answerer {
  return gates.reduceRight<Answerer>(
    (next, gate) => refusing((exchange) => gate(exchange, next)),
    refusing(last),
  );
}

function refusing(answerer: Answerer): Answerer {
  return (exchange) => {
    try {
      const answering = answerer(exchange);
      if (!(answering instanceof Promise)) return answering;
      return answering.catch((error: unknown) => refusal(error, exchange));
    } catch (error) {
      return refusal(error, exchange);
    }
  };
}
