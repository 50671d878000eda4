import type { RunVariation } from "./variation.ts";

/** Lawful changes that the provider may make any day (interface 9). */
export const evolution: readonly RunVariation[] = [];
