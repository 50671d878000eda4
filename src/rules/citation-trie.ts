/**
 * Requests note the same few sequences of rules again and again. Each sequence is a path of places, and what is
 * cited at its end is put together once: to follow a path that is known makes nothing.
 */
import type { RuleId } from "./catalogue.ts";

/** A rule as an answer cites it; `assumed` when the answer would be another had the sandbox chosen otherwise. */
export interface CitedRule {
  readonly id: RuleId;
  readonly assumed: boolean;
}

/** Where a sequence of noted rules has come to. */
export interface TrieNode {
  /** The place after one more rule was noted; a rule noted before keeps its turn, and stays assumed if it was. */
  readonly noting: (id: RuleId, assumed: boolean) => TrieNode;
  /** The place where a noted rule is one of those that are cited first. */
  readonly deciding: (id: RuleId) => TrieNode;
  readonly cited: () => readonly CitedRule[];
  /** What is cited as texts: the ids, with `;assumed` after those of assumed rules. */
  readonly shown: () => readonly string[];
  /** The same in one text, as a header carries it. */
  readonly header: () => string;
}

/** Places kept; with more than these it begins again, as only requests made to differ have so many. */
const placesMax = 4_096;

/** The place where every trace begins. */
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
      noting: (id, isAssumed) => {
        const onward = isAssumed ? assumed : sure;
        return onward.get(id) ?? led(onward, id, withNoted(noted, id, isAssumed));
      },
      deciding: (id) => decided.get(id) ?? led(decided, id, withDeciding(noted, id)),
      cited: () => (cited ??= citedOf(noted)),
      shown: () => (shown ??= here.cited().map(shownRule)),
      header: () => (header ??= here.shown().join(", ")),
    };
    const led = (onward: Map<RuleId, TrieNode>, id: RuleId, next: readonly Noted[]) => {
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
