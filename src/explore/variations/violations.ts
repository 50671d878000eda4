import type { RunVariation } from "./variation.ts";

/** Documented rules that the provider breaks. */
export const violations: readonly RunVariation[] = [];
