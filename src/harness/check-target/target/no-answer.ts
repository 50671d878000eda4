/**
 * What the service itself did not answer: a gateway did, the service failed, or the connection was lost. It says
 * nothing about a rule.
 */
import type { Form, Sending, Sent } from "./exchange.ts";

/** A request without an answer. */
export interface Unanswered {
  /** Method and path, without the query. */
  readonly request: string;
  /** Its status and content type, or that the connection was lost. */
  readonly problem: string;
  /** Whether it was the same three times: the service fails there. */
  readonly isSteady: boolean;
  /** The form of what the same request got three times, if that is evidence for `http.json`. */
  readonly form: Form | null;
  /** Whether another person can be asked about instead. */
  readonly again: Sent["again"];
}

/** A request got no answer of the service. It ends its probe; the check goes on. */
export class NoAnswerError extends Error {
  readonly unanswered: Unanswered;

  /** `sendings`: what came back each time. */
  constructor({ method, url, again }: Sent, sendings: readonly Sending[]) {
    const problem = sendings.at(-1)?.problem ?? "";
    super(`The service gave no answer: ${problem}`);
    const form = sendings.length === 3 && sendings.every((one) => one.form !== null);
    this.unanswered = {
      request: `${method} ${new URL(url).pathname}`,
      problem,
      isSteady: !form && isSteady(sendings.map((one) => one.problem)),
      form: form ? (sendings.at(-1)?.form ?? null) : null,
      again,
    };
  }
}

/** Whether the same happened three times. */
export function isSteady(problems: readonly unknown[]): boolean {
  return problems.length === 3 && new Set(problems).size === 1;
}

/** Whether a content type is JSON, such as `application/problem+json`. */
export function isJsonType(type: string): boolean {
  return /[/+]json\s*$/i.test(type);
}
