import { readFileSync } from "node:fs";

export interface CodeBlock {
  readonly language: string;
  readonly body: string;
}

export function codeBlocks(text: string): readonly CodeBlock[] {
  return Array.from(text.matchAll(/```(\w+)\n([^]*?)\n```/g), ([, language = "", body = ""]) => ({
    language,
    body,
  }));
}

/** The blocks of shell commands in a Markdown text. */
export function commandsIn(text: string): readonly string[] {
  return codeBlocks(text)
    .filter(({ language }) => language === "sh")
    .map(({ body }) => body);
}

/** A second-level section without its heading; empty when the page has no section of that name. */
export function sectionOf(file: string, name: string): string {
  const sections = readFileSync(file, "utf8").split(/^## /m);
  return sections.find((section) => section.startsWith(`${name}\n`)) ?? "";
}
