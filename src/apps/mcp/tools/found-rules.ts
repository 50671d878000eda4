/** Finds rules by a status or by words, the most central ones first. */
import { STATUS_CODES } from "node:http";

import type { Catalogue, CataloguedOperation, Rule } from "../catalogue.ts";
import { statusesOf } from "../catalogue.ts";

/** Rules, and the operation that is meant. */
export interface Found {
  readonly operation: CataloguedOperation | null;
  readonly rules: readonly Rule[];
}

/** The status that a query names by its number or its phrase, such as `what is a 409` or `too many requests`. */
export function statusIn(query: string): number | null {
  const [, digits] = /(?:^|\s)([2-5]\d\d)(?![\w.])/.exec(query) ?? [];
  if (digits !== undefined && digits in STATUS_CODES) return Number(digits);
  const text = query.toLowerCase();
  // A message of the interface, which is not the phrase of HTTP.
  if (text.includes("validation failed")) return 422;
  const named = Object.entries(STATUS_CODES).find(
    ([code, phrase = ""]) => Number(code) >= 400 && text.includes(phrase.toLowerCase()),
  );
  return named === undefined ? null : Number(named[0]);
}

const standings = ["documented", "reference", "assumed"];

/**
 * The rules that name the status, or by which an operation answers it: documented ones first, and of these the ones of
 * most operations.
 */
export function byStatus(catalogue: Catalogue, status: number): Found {
  const deciding = new Map<string, number>();
  for (const operation of catalogue.operations) {
    for (const id of statusesOf(catalogue, operation).get(status) ?? []) {
      deciding.set(id, (deciding.get(id) ?? 0) + 1);
    }
  }
  const naming = new RegExp(String.raw`\b${status}\b`);
  const found = catalogue.rules.filter(
    ({ id, statement }) => deciding.has(id) || naming.test(statement),
  );
  const rank = ({ id, standing }: Rule): number =>
    standings.indexOf(standing) - (deciding.has(id) ? 0.5 : 0);
  const rules = found.toSorted(
    (one, other) =>
      rank(one) - rank(other) || (deciding.get(other.id) ?? 0) - (deciding.get(one.id) ?? 0),
  );
  return { operation: null, rules };
}

function standingOf({ rule }: { readonly rule: Rule }): number {
  return standings.indexOf(rule.standing);
}

const stopWords = new Set(
  (
    "all and any api are but can does for from get gets getting has have how http into its many may not one that the then " +
    "there this too use used was what when where which who why will with you your"
  ).split(" "),
);

/** Words of developers for those of the rules. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ["paging", "pagination"],
  ["duplicate", "unique"],
  ["duplicates", "unique"],
]);

function wordsOf(query: string): readonly string[] {
  const words = query.toLowerCase().match(/[a-z0-9]{3,}/g) ?? [];
  const known = words.map((word) => synonyms.get(word) ?? word);
  return [...new Set(known.filter((word) => !stopWords.has(word)))];
}

/**
 * The rules with the most of the words, where a word counts the more the fewer rules have it, and the operation whose
 * summary has most of them.
 */
export function byWords({ rules, operations }: Catalogue, query: string): Found {
  const words = wordsOf(query);
  const texts = rules.map((rule) => ({
    rule,
    text: `${rule.id} ${rule.statement} ${rule.source ?? ""}`.toLowerCase(),
  }));
  const weights = words.map((word) => {
    const having = texts.filter(({ text }) => text.includes(word)).length;
    return { word, weight: Math.log(1 + rules.length / Math.max(having, 1)) };
  });
  const scored = texts
    .map(({ rule, text }) => {
      const had = weights.filter(({ word }) => text.includes(word));
      const scores = had.map(({ word, weight }) => weight * (rule.id.includes(word) ? 1.5 : 1));
      return { rule, score: scores.reduce((sum, score) => sum + score, 0) };
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || standingOf(one) - standingOf(other));
  const [best = null] = operations
    .map((operation) => {
      const text = `${operation.summary} ${operation.id}`.toLowerCase();
      return { operation, score: words.filter((word) => text.includes(word)).length };
    })
    .filter(({ score }) => score >= 2 && score >= words.length * 0.6)
    .toSorted((one, other) => other.score - one.score);
  return { operation: best?.operation ?? null, rules: scored.map(({ rule }) => rule) };
}
