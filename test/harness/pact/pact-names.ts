/** The consumer of the reference contracts, and their provider. */
export const consumer = "reference-client";
export const provider = "lead-api";

/** The path of the reference pact. */
export const pactFile = `contracts/pacts/${consumer}-${provider}.json`;

/** The result of one consumer test. */
export interface Outcome {
  readonly description: string;
  /** The client's return value. */
  readonly value?: unknown;
  /** The reason why the test failed. */
  readonly failure?: string;
}
