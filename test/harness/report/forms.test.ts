/** The forms of a document: no text from outside is read as markup. */
import { marked } from "marked";
import { describe, expect, it } from "vitest";

import type { Block, Document } from "../../../src/harness/report/document.ts";
import {
  DocumentShape,
  code,
  heading,
  list,
  marks,
  paragraph,
  plainText,
  quoted,
  table,
} from "../../../src/harness/report/document.ts";
import { htmlOf } from "../../../src/harness/report/html.ts";
import { markdownOf } from "../../../src/harness/report/markdown.ts";

/** A document with every kind of block, each with that text, as code and as plain text. */
function everyBlock(text: string): Document {
  const both = `${quoted(text)} and ${plainText(text)}`;
  return {
    title: plainText(text),
    blocks: [
      heading(both),
      heading(both, 3),
      paragraph(both),
      ...list([both, both]),
      ...table(
        ["one", both],
        [
          [both, both],
          [both, "a\nb"],
        ],
      ),
      ...marks.map((mark): Block => ({ type: "verdict", mark, title: both, text: both })),
      { type: "calls", calls: [{ method: "GET", path: text, status: 0, outcome: text }] },
      {
        type: "story",
        steps: [
          { at: "09:00", text },
          { at: "", text },
        ],
      },
      code("sh", text),
    ],
  };
}

const hostile = [
  ["tags", "<script>alert(1)</script><img src=x onerror=alert(1)><!-- "],
  ["Markdown", "# a\n- b\n1. c\n> d\n[e](http://evil.example) ![f](x) **g** _h_ ~i~ | j |\n---"],
  ["fences", "``` ````\n~~~\n`a"],
  ["links and mentions", "https://evil.example www.evil.example @team #1"],
  ["control characters", "\u001b[31mred\u0007\u202Eright to left\u2028\u0000"],
  ["entities", "&lt;b&gt; &amp; &#60;"],
  ["nothing", ""],
  ["a long word", "x".repeat(5_000)],
] as const;

describe.each(hostile)("a document with %s", (_name, text) => {
  const document = everyBlock(text);

  it("is Markdown with these blocks and no others", () => {
    const markdown = markdownOf(document);
    const tokens = marked.lexer(markdown);
    const types: string[] = [];
    const tags: string[] = [];
    const rows: number[] = [];
    void marked.walkTokens(tokens, (token) => {
      types.push(token.type);
      if (token.type === "html") tags.push(token.raw);
      if (token.type === "table") rows.push(...token.rows.map((row: unknown[]) => row.length));
    });
    // Breaks a line within the cell of a table.
    expect(new Set(tags)).toEqual(new Set(["<br>"]));
    expect(types).not.toContain("link");
    expect(types).not.toContain("image");
    expect(types.filter((type) => type === "heading")).toHaveLength(3);
    expect(types.filter((type) => type === "code")).toHaveLength(2);
    expect(types.filter((type) => type === "blockquote")).toHaveLength(0);
    expect(rows).toEqual([2, 2]);
    expect(markdown).not.toMatch(/\u202E|\u2028|(?![\n\t])\p{Cc}/u);
  });

  it("is a page without markup of its own", async () => {
    const page = await htmlOf(document, "check");
    expect(page).not.toMatch(/<script|<img|<!--|<link|\u202E|\u2028|(?![\n\t])\p{Cc}/u);
    expect(page.match(/<h[123]>/g)).toHaveLength(3);
    expect(page.match(/<section class="verdict/g)).toHaveLength(marks.length);
    expect(page.match(/<td>/g)).toHaveLength(4);
  });

  it("has the shape of reports", () => {
    expect(DocumentShape.parse(JSON.parse(JSON.stringify(document)))).toEqual(document);
  });
});

describe("a document of a later version", () => {
  it("keeps its unknown blocks, so that an older reader can open the report", () => {
    const later = { title: "a", blocks: [{ type: "chart", points: [1] }, paragraph("b")] };
    expect(DocumentShape.parse(later)).toEqual(later);
  });
});
