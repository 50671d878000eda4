import type { Root as Markdown } from "mdast";
import type { Root as Language, SentenceContent } from "nlcst";
import { toString } from "nlcst-to-string";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRetext from "remark-retext";
import retextEnglish from "retext-english";
import retextPassive from "retext-passive";
import { unified } from "unified";
import { visit } from "unist-util-visit";

import { replacements } from "./words.ts";

/** Text for readers: Markdown, or plain text with code in backticks. */
export interface Prose {
  /** The source of the text: a file, rule, command or call. */
  readonly place: string;
  readonly text: string;
}

export interface Finding {
  readonly place: string;
  readonly line: number;
  readonly sentence: string;
  readonly advice: string;
}

/** The maximum number of words in a sentence, without code. */
const wordsMax = 32;
const passivesMax = 1;

/** The sentences of a text that need a rewrite. Code is not checked. */
export async function findingsOf({ place, text }: Prose): Promise<readonly Finding[]> {
  const sentences = await sentencesOf(text);
  return sentences.flatMap(({ line, sentence, prose, words, passives }) => {
    const found = [];
    if (words > wordsMax) found.push(`${words} words: split it, at most ${wordsMax}`);
    if (passives > passivesMax) found.push(`${passives} passives: name who acts`);
    for (const { pattern, advice } of replacements) {
      const [marker] = pattern.exec(prose) ?? [];
      if (marker !== undefined) found.push(`"${marker}": ${advice}`);
    }
    return found.map((advice) => ({ place, line, sentence, advice }));
  });
}

interface Sentence {
  readonly line: number;
  readonly sentence: string;
  /** The sentence without code. */
  readonly prose: string;
  readonly words: number;
  readonly passives: number;
}

async function sentencesOf(text: string): Promise<readonly Sentence[]> {
  const sentences: Sentence[] = [];
  const language = unified().use(retextEnglish);
  // The first plugin sets the type, as that of the processor from remark-retext is too general.
  language.use(retextPassive).use(() => (tree: Language, file) => {
    const passives = file.messages.map(({ place }) =>
      place !== undefined && "start" in place ? (place.start.offset ?? -1) : -1,
    );
    visit(tree, "SentenceNode", (node) => {
      sentences.push(...splitAtCode(node.children).map((parts) => measured(parts, passives)));
    });
  });
  const markdown = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(cellsAsSentences)
    .use(remarkRetext, language);
  const file = { value: text };
  await markdown.run(markdown.parse(file), file);
  return sentences;
}

/** Splits sentences after a number and before code, where the parser mistakes a full stop for an abbreviation. */
function splitAtCode(parts: readonly SentenceContent[]): readonly (readonly SentenceContent[])[] {
  const sentences: SentenceContent[][] = [[]];
  for (const [index, part] of parts.entries()) {
    const isStart =
      (part.type === "SourceNode" || /^[A-Z]/.test(textOf([part]))) &&
      parts[index - 1]?.type === "WhiteSpaceNode" &&
      /[.!?]$/.test(textOf(parts.slice(index - 2, index)));
    if (isStart) sentences.push([]);
    sentences.at(-1)?.push(part);
  }
  return sentences;
}

function measured(parts: readonly SentenceContent[], passives: readonly number[]): Sentence {
  const start = parts.find(({ type }) => type !== "WhiteSpaceNode")?.position?.start;
  const from = start?.offset ?? Infinity;
  const to = parts.at(-1)?.position?.end.offset ?? 0;
  const prose = parts.filter(({ type }) => type !== "SourceNode");
  return {
    line: start?.line ?? 1,
    sentence: textOf(parts),
    prose: textOf(prose),
    words: parts.filter(({ type }) => type === "WordNode").length,
    passives: passives.filter((offset) => offset >= from && offset < to).length,
  };
}

function textOf(parts: readonly SentenceContent[]): string {
  return toString([...parts])
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Turns each table into paragraphs, as retext ignores tables. An empty line between the cells separates them. */
function cellsAsSentences() {
  return (tree: Markdown) => {
    visit(tree, "table", (table, index, parent) => {
      if (parent === undefined || index === undefined) return;
      const children = table.children
        .flatMap((row) => row.children)
        .flatMap((cell) => [...cell.children, { type: "text" as const, value: "\n\n" }]);
      parent.children.splice(index, 1, { type: "paragraph", children });
    });
  };
}
