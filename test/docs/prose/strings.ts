import { globSync, readFileSync } from "node:fs";

import { parseSync, Visitor } from "rolldown/utils";

import type { Prose } from "./lint.ts";

/** The sentences that the program can print or show: string literals, templates and JSX. */
export function strings(): readonly Prose[] {
  return globSync("src/**/*.{ts,tsx}").flatMap((file) => {
    const source = readFileSync(file, "utf8");
    return [...new Set(stringsIn(file, source))].map((text) => ({ place: file, text }));
  });
}

/** The texts of `source` that have a sentence; an expression in a template counts as code. */
export function stringsIn(file: string, source: string): readonly string[] {
  const texts: string[] = [];
  const add = (text: string): void => {
    if (/[A-Za-z]+ [A-Za-z]+ [A-Za-z]+/.test(text) && !/[{}<>;=]|`/.test(text)) texts.push(text);
  };
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === "string") add(value);
    },
    TemplateLiteral: ({ quasis }) => add(quasis.map(({ value }) => value.cooked).join("X")),
    JSXText: ({ value }) => add(value.replaceAll(/\s+/g, " ").trim()),
  }).visit(parseSync(file, source).program);
  return texts;
}
