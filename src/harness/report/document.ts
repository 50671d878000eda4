/** What a command found, as a document. Every form of a report that people read is written from it. */
import * as z from "zod";

import type { DeepReadonly } from "../../base/values/deep-readonly.ts";
import { marks } from "./marks.ts";

const Heading = z.object({
  type: z.literal("heading"),
  level: z.union([z.literal(2), z.literal(3)]),
  text: z.string(),
});
const Paragraph = z.object({ type: z.literal("paragraph"), text: z.string() });
const List = z.object({ type: z.literal("list"), items: z.array(z.string()) });
const Table = z.object({
  type: z.literal("table"),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
});
const Verdict = z.object({
  type: z.literal("verdict"),
  mark: z.enum(marks),
  title: z.string(),
  text: z.string(),
});
const Calls = z.object({
  type: z.literal("calls"),
  calls: z.array(
    z.object({
      method: z.string(),
      path: z.string(),
      status: z.int().min(0).describe("0 if there was no answer."),
      outcome: z.string(),
    }),
  ),
});
const Story = z.object({
  type: z.literal("story"),
  steps: z.array(z.object({ at: z.string(), text: z.string() })),
});
const Code = z.object({ type: z.literal("code"), language: z.string(), text: z.string() });

const Block = z.discriminatedUnion("type", [
  Heading,
  Paragraph,
  List,
  Table,
  Verdict,
  Calls,
  Story,
  Code,
]);
export type Block = DeepReadonly<z.infer<typeof Block>>;

const types: ReadonlySet<string> = new Set(Block.options.map(({ shape }) => shape.type.value));

const LaterBlock = z
  .looseObject({ type: z.string().refine((type) => !types.has(type)) })
  .describe("A block of a later version, which a reader skips.");

/** The part `document` of a report. */
export const DocumentShape = z
  .object({
    title: z.string(),
    blocks: z.array(z.union([Block, LaterBlock])),
  })
  .meta({
    id: "Document",
    description:
      "What the page shows. Texts are plain, with code in backticks; keys and people are hidden as on the page.",
  });

export interface Document {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** Blocks that a reader of a page unfolds. Markdown and `report.json` omit them. */
export interface Details {
  readonly type: "details";
  readonly summary: string;
  readonly blocks: readonly PageBlock[];
}
export type PageBlock = Block | Details;

/** A document with everything that its page shows. */
export interface Page {
  readonly title: string;
  readonly blocks: readonly PageBlock[];
}

/** A page without what its reader would have to unfold. */
export function withoutDetails({ title, blocks }: Page): Document {
  return { title, blocks: blocks.filter((block) => block.type !== "details") };
}

/** Details; none without blocks. */
export function details(summary: string, blocks: readonly PageBlock[]): readonly PageBlock[] {
  return blocks.length === 0 ? [] : [{ type: "details", summary, blocks }];
}

export function heading(text: string, level: 2 | 3 = 2): Block {
  return { type: "heading", level, text };
}

export function paragraph(text: string): Block {
  return { type: "paragraph", text };
}

/** A list; none without items. */
export function list(items: readonly string[]): readonly Block[] {
  return items.length === 0 ? [] : [{ type: "list", items }];
}

/** A table; none without rows. */
export function table(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): readonly Block[] {
  return rows.length === 0 ? [] : [{ type: "table", columns, rows }];
}

export function code(language: string, text: string): Block {
  return { type: "code", language, text };
}

/** Foreign text in a sentence: as code, so that nothing in it is read as markup. */
export function quoted(text: string): string {
  return `\`${plainText(text)}\``;
}

/** Foreign text as plain text, so that nothing in it is read as code. */
export function plainText(text: string): string {
  return text.replaceAll("`", "'");
}

/** The parts of a text: those in backticks are code. */
export function partsOf(
  text: string,
): readonly { readonly isCode: boolean; readonly text: string }[] {
  return text
    .split("`")
    .map((part, at) => ({ isCode: at % 2 === 1, text: part }))
    .filter((part) => part.text !== "");
}
