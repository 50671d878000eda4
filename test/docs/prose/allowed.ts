/** Findings to ignore, each with a reason. */
export const allowed: readonly {
  readonly place: string;
  /** A part of the sentence. */
  readonly words: string;
  readonly reason: string;
}[] = [
  {
    place: "contracts/provider-states.md",
    words: "the Firm whose keys reach it",
    reason: "A cell that lists names and values; it is not a sentence.",
  },
  {
    place: "docs/start.md",
    words: "ask whoever gave you this repository",
    reason: "The wording stays until the owner decides on a licence.",
  },
];
