import { readFileSync } from "node:fs";

import { codeBlocks, sectionOf } from "../support/markdown.ts";

interface Step {
  readonly command: string;
  readonly language: string;
  readonly wanted: string;
}

/** Pages with examples that start from a new sandbox. */
export const tours = [
  { page: "README.md", text: sectionOf("README.md", "First success in two minutes") },
  { page: "docs/start.md", text: readFileSync("docs/start.md", "utf8") },
].map(({ page, text }) => ({ page, text, steps: stepsOf(text) }));

/** Each block of commands with the following block of output. */
function stepsOf(text: string): readonly Step[] {
  const blocks = codeBlocks(text);
  return blocks.flatMap(({ language, body }, index) => {
    const next = blocks[index + 1];
    if (language !== "sh" || next === undefined || next.language === "sh") return [];
    return [{ command: body, language: next.language, wanted: next.body }];
  });
}
