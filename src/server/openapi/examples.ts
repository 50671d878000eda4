import type { Json } from "../../base/values/json.ts";

/** A request to an operation, and one body for each status that it answered. Recorded, never written by hand. */
export interface Example {
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly answers: Readonly<Record<string, Json>>;
}

export type Examples = Readonly<Record<string, Example>>;

/** The example of an operation; null if it has none. */
export function exampleOf(examples: Examples, operationId: string): Example | null {
  return examples[operationId] ?? null;
}

/** A recorded body with that status, from one operation or, without an id, from any. */
export function answerExample(
  examples: Examples,
  status: number,
  operationId?: string,
): Json | undefined {
  const found = operationId === undefined ? Object.values(examples) : [examples[operationId]];
  return found.find((one) => one?.answers[status] !== undefined)?.answers[status];
}
