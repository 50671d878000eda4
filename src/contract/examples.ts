import type { Json } from "../domain/json.ts";

/** A request that an operation was sent, and a body of each status that it answered; recorded, never written by hand. */
export interface Example {
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly answers: Readonly<Record<string, Json>>;
}

/** Examples by operation id. */
export type Examples = Readonly<Record<string, Example>>;

/** The example of an operation; null for one that has none yet. */
export function exampleOf(examples: Examples, operationId: string): Example | null {
  return examples[operationId] ?? null;
}

/** The body of an answer with that status, of one operation or of whichever has one. */
export function answerExample(
  examples: Examples,
  status: number,
  operationId?: string,
): Json | undefined {
  const found = operationId === undefined ? Object.values(examples) : [examples[operationId]];
  return found.find((one) => one?.answers[status] !== undefined)?.answers[status];
}
