/** The search over the guide: the same words, the same index and the same results in the page and on the command line. */
import MiniSearch from "minisearch";
import type { Options } from "minisearch";
import { stemmer } from "stemmer";

import type { GuideSearch, GuideSection } from "./built-guide.ts";

/** A result: the section, and its paragraph that has most of the words. */
export interface Found {
  readonly section: GuideSection;
  readonly paragraph: string;
}

/** Words that say nothing about the subject of a question. */
const stopWord =
  /^(?:a|about|after|am|an|and|any|are|as|at|be|been|before|between|but|by|can|could|did|do|does|doing|for|from|get|gets|had|has|have|how|i|if|in|into|is|it|its|just|lead-sandbox|me|my|of|on|one|or|our|should|so|than|that|the|their|them|then|there|these|they|this|to|up|use|used|want|was|we|were|what|when|where|which|while|who|why|will|with|without|would|you|your)$/;

/** The word as the index has it: its stem, or null for one that says nothing. */
function termOf(word: string): string | null {
  const lower = word.toLowerCase();
  return stopWord.test(lower) || lower.length > wordLengthMax ? null : stemmer(lower);
}

/** The words of a text. A compound, such as a header or a flag, counts whole and in its parts. */
function wordsOf(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{N}]+(?:[-_./][\p{L}\p{N}]+)*/gu) ?? []).flatMap((word) => {
    const parts = word.split(/[-_./]/);
    return parts.length === 1 ? parts : [word, ...parts];
  });
}

/** Longer words are keys and hashes. */
const wordLengthMax = 60;

/** The options of the index, which a loaded one needs again. */
const options: Options<GuideSection> = {
  fields: ["title", "heading", "text"],
  extractField: (section, field) => {
    if (field === "text") return section.paragraphs.join("\n");
    return field === "title" ? section.title : field === "heading" ? section.heading : section.id;
  },
  tokenize: (text) => [...wordsOf(text)],
  processTerm: termOf,
  searchOptions: {
    boost: { title: 2, heading: 3 },
    prefix: (term) => term.length > 3,
    fuzzy: (term) => (term.length > 5 ? 0.2 : false),
  },
};

export function guideIndex(sections: readonly GuideSection[]): string {
  const index = new MiniSearch(options);
  index.addAll(sections);
  return JSON.stringify(index);
}

/** Longer questions are cut. */
const questionLengthMax = 200;

/** Searches a guide. At most one section of each page is found, the best first. */
export function guideSearcher({
  sections,
  index,
}: GuideSearch): (question: string) => readonly Found[] {
  const search = MiniSearch.loadJSON(index, options);
  return (question) => {
    const asked = question.slice(0, questionLengthMax);
    const found = new Map<string, Found>();
    const all = search.search(asked, { combineWith: "AND" });
    for (const { id, terms } of [...all, ...search.search(asked)]) {
      const section = sections[Number(id)];
      if (section === undefined || found.has(section.page)) continue;
      found.set(section.page, { section, paragraph: bestParagraph(section, new Set(terms)) });
    }
    return [...found.values()];
  };
}

/** The first of the paragraphs with most of the found terms. */
function bestParagraph({ paragraphs }: GuideSection, terms: ReadonlySet<string>): string {
  const hits = (text: string): number => {
    const held = wordsOf(text).map(termOf);
    return new Set(held.filter((term) => term !== null && terms.has(term))).size;
  };
  const [first = "", ...others] = paragraphs;
  let best = { text: first, count: hits(first) };
  for (const text of others) {
    const count = hits(text);
    if (count > best.count) best = { text, count };
  }
  return best.text;
}
