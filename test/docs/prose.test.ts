import { describe, expect, it } from "vitest";

import { allowed } from "./prose/allowed.ts";
import { commentsIn } from "./prose/comments.ts";
import type { Finding } from "./prose/lint.ts";
import { findingsOf } from "./prose/lint.ts";
import { stringsIn } from "./prose/strings.ts";
import { allProse } from "./prose/texts.ts";

const findings = distinct((await Promise.all((await allProse()).map(findingsOf))).flat());

/** The first place of each sentence, as generated pages repeat their sources. */
function distinct(all: readonly Finding[]): readonly Finding[] {
  const first = new Map<string, Finding>();
  for (const finding of all) {
    const key = `${finding.sentence} ${finding.advice}`;
    if (!first.has(key)) first.set(key, finding);
  }
  return [...first.values()];
}

function isAllowed({ place, sentence }: Finding): boolean {
  return allowed.some((one) => one.place === place && sentence.includes(one.words));
}

describe("texts for readers", () => {
  it("are plain English", () => {
    const shown = findings
      .filter((finding) => !isAllowed(finding))
      .map(({ place, line, sentence, advice }) => `${place}:${line}: ${advice}: ${sentence}`);
    expect(shown).toEqual([]);
  });

  it.each(allowed)("need the exception for $words in $place", ({ place, words }) => {
    const matching = findings.filter(
      (finding) => finding.place === place && finding.sentence.includes(words),
    );
    expect(matching).not.toEqual([]);
  });
});

describe("the prose linter", () => {
  const long = Array.from({ length: 33 }, () => "word").join(" ");

  it.each([
    ["a sentence of 34 words", `A short one. Long ${long}.`, "34 words"],
    ["a sentence of 33 words after code", `Run \`it\`. \`Code\` ${long}.`, "33 words"],
    ["a long cell of a table", `| a | b |\n| --- | --- |\n| c | ${long} |`, "33 words"],
    ["a long item of a list", `- short\n- ${long}\n- short`, "33 words"],
    ["two passives", "A Lead is written and a mail is sent.", "2 passives"],
    ["a word of the dialect", "A page that nobody reads.", '"nobody"'],
    ["a word that a line break divides", "The Lead is of\nno Firm.", '"of no Firm"'],
  ])("finds %s", async (_what, text, advice) => {
    const found = await findingsOf({ place: "page.md", text });
    expect(found).toHaveLength(1);
    expect(found[0]?.advice).toContain(advice);
  });

  it("reports the line", async () => {
    const [finding] = await findingsOf({
      place: "page.md",
      text: "# Title\n\nFirst.\nNobody reads it.",
    });
    expect(finding).toMatchObject({ place: "page.md", line: 4, sentence: "Nobody reads it." });
  });

  it("reads comments at their lines, and neither code nor directives", async () => {
    const source = [
      "/** One. */",
      'const url = "http://nobody";',
      "// oxlint-disable-next-line no-console -- nobody reads it",
      "/**",
      " * Two,",
      " * by nobody. */",
      "// Three.",
    ].join("\n");
    const text = commentsIn("file.ts", source);
    expect(text).toBe("One.\n\n\n\nTwo,\nby nobody.\nThree.");
    const [finding, ...more] = await findingsOf({ place: "file.ts", text });
    expect(finding).toMatchObject({ line: 5, sentence: "Two, by nobody." });
    expect(more).toEqual([]);
  });

  it("reads the sentences of strings, templates and JSX, and no code", () => {
    const source = [
      'const key = "x-api-key"; const sql = "SELECT id FROM leads WHERE id = 1";',
      'const text = "That is not a host."; import "some/long path/with words";',
      "const more = `The file ${file} is missing here.`;",
      "const view = <p title='A short title here'>Open points\n of my traffic</p>;",
    ].join("\n");
    expect(stringsIn("file.tsx", source)).toEqual([
      "That is not a host.",
      "The file X is missing here.",
      "A short title here",
      "Open points of my traffic",
    ]);
  });

  it.each([
    ["32 words", `${Array.from({ length: 32 }, () => "word").join(" ")}.`],
    ["a short sentence after a number or before code", `It is 404. A ${long.slice(10)}. \`A\` b.`],
    ["items, each of which is short", Array.from({ length: 33 }, () => "- word").join("\n")],
    ["cells, each of which is short", `| ${"a | ".repeat(40)}\n| ${"--- | ".repeat(40)}`],
    ["code", `Run \`${long} nobody\`.\n\n\`\`\`sh\nnobody ${long}\n\`\`\``],
  ])("accepts %s", async (_what, text) => {
    expect(await findingsOf({ place: "page.md", text })).toEqual([]);
  });
});
