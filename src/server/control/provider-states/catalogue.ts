import { distance } from "fastest-levenshtein";

import { deletedStates } from "./deleted.ts";
import { directoryStates } from "./directory.ts";
import { keyStates } from "./keys.ts";
import { leadProviderStates } from "./leads.ts";
import { planStates } from "./plans.ts";
import { situationStates } from "./situations.ts";
import type { ProviderState } from "./state.ts";

export const providerStates: readonly ProviderState[] = [
  ...directoryStates,
  ...leadProviderStates,
  ...planStates,
  ...deletedStates,
  ...keyStates,
  ...situationStates,
];

/** The state of that name, ignoring case. */
export function findProviderState(name: string): ProviderState | null {
  const wanted = name.trim().toLowerCase();
  return providerStates.find((state) => state.name.toLowerCase() === wanted) ?? null;
}

/** The names nearest to `name`: by shared words, then by edit distance. */
export function nearestStates(name: string, count = 3): readonly string[] {
  const wanted = name.trim().toLowerCase();
  const scored = providerStates.map((state) => {
    const known = state.name.toLowerCase();
    return { name: state.name, shared: sharedWords(wanted, known), far: distance(known, wanted) };
  });
  return scored
    .toSorted((one, other) => other.shared - one.shared || one.far - other.far)
    .slice(0, count)
    .map((one) => one.name);
}

const fillers = new Set([
  "a",
  "an",
  "the",
  "is",
  "are",
  "has",
  "have",
  "had",
  "been",
  "there",
  "given",
  "was",
]);

/** Synonyms that pacts use, and the sandbox's own terms. */
const synonyms: Readonly<Record<string, string>> = {
  borrower: "client",
  company: "firm",
  customer: "client",
  deleted: "archived",
  exist: "exists",
  organization: "firm",
  partner: "firm",
  removed: "archived",
  token: "key",
  user: "client",
};

/** How many words two texts have in common, for their length. A word with a typo counts half. */
function sharedWords(one: string, other: string): number {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const shared = words
    .map((word) => Math.max(0, ...others.map((candidate) => likeness(word, candidate))))
    .reduce((sum, each) => sum + each, 0);
  return shared / (words.length + others.length);
}

function likeness(word: string, other: string): number {
  if (word === other) return 1;
  return word.length > 3 && distance(word, other) <= 1 ? 0.5 : 0;
}

function wordsOf(text: string): readonly string[] {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => !fillers.has(word))
    .map((word) => (Object.hasOwn(synonyms, word) ? (synonyms[word] ?? word) : word));
}
