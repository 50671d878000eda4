/** An outgoing answer of the emulated API; header names are in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** An answer or a promise of it. Answers that need no waiting are synchronous. */
export type Answering = Answer | Promise<Answer>;

/** The headers of a JSON body (rule http.json). */
export const jsonHeaders = { "content-type": "application/json" } as const;

/** Applies `onAnswer` to an answer: now if it is synchronous, else when it resolves. */
export function whenAnswered<Result>(
  answering: Answering,
  onAnswer: (answer: Answer) => Result,
): Result | Promise<Result> {
  return answering instanceof Promise ? answering.then(onAnswer) : onAnswer(answering);
}
