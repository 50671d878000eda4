/** An answer of the emulated API on its way out; the names of its headers are in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** An answer that is there, or will be: what needs no waiting is answered without any. */
export type Answering = Answer | Promise<Answer>;

/** The headers of a body in JSON (rule http.json). */
export const jsonHeaders = { "content-type": "application/json" } as const;

/** What `onAnswer` makes of an answer, as soon as it is there. */
export function whenAnswered<Result>(
  answering: Answering,
  onAnswer: (answer: Answer) => Result,
): Result | Promise<Result> {
  return answering instanceof Promise ? answering.then(onAnswer) : onAnswer(answering);
}
