/** The forms of a document: no text from outside is read as markup. */
import { marked } from "marked";
import { describe, expect, it } from "vitest";

import type { Block, Document } from "../../../src/harness/report/document.ts";
import {
  DocumentShape,
  code,
  details,
  heading,
  list,
  paragraph,
  plainText,
  quoted,
  table,
  withoutDetails,
} from "../../../src/harness/report/document.ts";
import { htmlOf } from "../../../src/harness/report/html.ts";
import { markdownOf } from "../../../src/harness/report/markdown.ts";
import { marks } from "../../../src/harness/report/marks.ts";

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

describe("Markdown", () => {
  it("shows a bar in code as it is, in a paragraph and in a cell", async () => {
    const blocks = [paragraph(quoted("a|b")), ...table([quoted("a|b")], [[quoted("a|b")]])];
    const html = await marked.parse(markdownOf({ title: "", blocks }), { gfm: true });
    expect(html.split("<code>a|b</code>")).toHaveLength(4);
  });

  it.each([1, 2, 3])("keeps a bar after %i backslashes in its cell", async (count) => {
    const text = `a${"\\".repeat(count)}|b`;
    const cells = [quoted(text), plainText(text)];
    const html = await marked.parse(
      markdownOf({ title: "", blocks: table(["one", "two"], [cells]) }),
      { gfm: true },
    );
    expect(html.match(/<td>[^<]*(?:<code>[^<]*<\/code>)?<\/td>/g)).toEqual([
      expect.stringMatching(/a\\*\|b/),
      expect.stringMatching(/a\\*\|b/),
    ]);
  });

  it("is at most 1 MB, because GitHub Actions rejects a longer summary", () => {
    const blocks = Array.from({ length: 30 }, () => paragraph("x".repeat(50_000)));
    const markdown = markdownOf({ title: "long", blocks });
    expect(Buffer.byteLength(markdown)).toBeLessThan(1_048_576);
    expect(markdown).toContain("The rest is left out, because it is too long");
    expect(markdownOf({ title: "short", blocks: blocks.slice(20) })).not.toContain("left out");
  });
});

describe("details of a page", () => {
  const folded = details("More", [paragraph("inner"), ...details("Deeper", [paragraph("last")])]);
  const page = { title: "a", blocks: [paragraph("outer"), ...folded, ...details("None", [])] };

  it("are folded, and omitted without a block", async () => {
    const html = await htmlOf(page, "check");
    expect(html).toContain(
      "<details><summary>More</summary><p>inner</p><details><summary>Deeper</summary><p>last</p></details></details>",
    );
    expect(html).not.toContain("None");
  });

  it("are not part of report.json and Markdown", () => {
    expect(withoutDetails(page)).toEqual({ title: "a", blocks: [paragraph("outer")] });
  });
});

describe("a document of a later version", () => {
  it("keeps its unknown blocks, so that an older reader can open the report", () => {
    const later = { title: "a", blocks: [{ type: "chart", points: [1] }, paragraph("b")] };
    expect(DocumentShape.parse(later)).toEqual(later);
  });
});
