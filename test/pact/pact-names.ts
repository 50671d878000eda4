/** The consumer of the reference contracts, and their provider. */
export const consumer = "reference-client";
export const provider = "lead-api";

/** Where the reference contracts stand. */
export const pactFile = `contracts/pacts/${consumer}-${provider}.json`;

/** How one consumer test went. */
export interface Outcome {
  readonly description: string;
  /** What the client made of the answer. */
  readonly value?: unknown;
  /** Why the test of it failed. */
  readonly failure?: string;
}
