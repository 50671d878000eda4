/** How much a verdict matters, the worst first. */
export const marks = ["high", "medium", "low", "question", "open", "good"] as const;
export type Mark = (typeof marks)[number];
