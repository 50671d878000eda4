/**
 * A trie of the rule sequences that requests cite. Requests repeat the same few sequences, so each result is
 * computed once and following a known path allocates nothing.
 */
import type { RuleId } from "./catalogue.ts";

/** A rule as an answer cites it; `assumed` when another choice of the sandbox would change the answer. */
export interface CitedRule {
  readonly id: RuleId;
  readonly assumed: boolean;
}

/** A position in the trie: the rules cited so far. */
export interface TrieNode {
  /** The node after one more rule. A rule cited before keeps its position, and stays assumed if it was. */
  readonly afterCiting: (id: RuleId, assumed: boolean) => TrieNode;
  /** The node where a cited rule moves to the rules that are listed first. */
  readonly afterDeciding: (id: RuleId) => TrieNode;
  readonly cited: () => readonly CitedRule[];
  /** The cited rule ids, with `;assumed` after those of assumed rules. */
  readonly shown: () => readonly string[];
  /** The same as one header value. */
  readonly header: () => string;
}

/** Maximum number of nodes. The trie starts over beyond it; only requests crafted to differ need so many. */
const placesMax = 4_096;

/** Returns a function that returns the root node. */
export function newCitationTrie(): () => TrieNode {
  let places = 0;
  let start: TrieNode | null = null;
  const place = (noted: readonly Noted[]): TrieNode => {
    places += 1;
    if (places > placesMax) start = null;
    const sure = new Map<RuleId, TrieNode>();
    const assumed = new Map<RuleId, TrieNode>();
    const decided = new Map<RuleId, TrieNode>();
    let cited: readonly CitedRule[] | undefined;
    let shown: readonly string[] | undefined;
    let header: string | undefined;
    const here: TrieNode = {
      afterCiting: (id, isAssumed) => {
        const onward = isAssumed ? assumed : sure;
        return onward.get(id) ?? linked(onward, id, withNoted(noted, id, isAssumed));
      },
      afterDeciding: (id) => decided.get(id) ?? linked(decided, id, withDeciding(noted, id)),
      cited: () => (cited ??= citedOf(noted)),
      shown: () => (shown ??= here.cited().map(shownRule)),
      header: () => (header ??= here.shown().join(", ")),
    };
    const linked = (onward: Map<RuleId, TrieNode>, id: RuleId, next: readonly Noted[]) => {
      const there = next === noted ? here : place(next);
      onward.set(id, there);
      return there;
    };
    return here;
  };
  return () => {
    if (start === null) {
      places = 0;
      start = place([]);
    }
    return start;
  };
}

type Noted = CitedRule & { readonly decides: boolean };

function withNoted(noted: readonly Noted[], id: RuleId, assumed: boolean): readonly Noted[] {
  const known = noted.find((one) => one.id === id);
  if (known === undefined) return [...noted, { id, assumed, decides: false }];
  if (known.assumed || !assumed) return noted;
  return noted.map((one) => (one === known ? { ...one, assumed } : one));
}

function withDeciding(noted: readonly Noted[], id: RuleId): readonly Noted[] {
  const known = noted.find((one) => one.id === id);
  if (known === undefined || known.decides) return noted;
  return noted.map((one) => (one === known ? { ...one, decides: true } : one));
}

function citedOf(noted: readonly Noted[]): readonly CitedRule[] {
  const first = noted.filter(({ decides }) => decides);
  const others = noted.filter(({ decides }) => !decides);
  return [...first, ...others].map(({ id, assumed }) => ({ id, assumed }));
}

/** A cited rule as text. */
export function shownRule({ id, assumed }: CitedRule): string {
  return assumed ? `${id};assumed` : id;
}
