/** The size of the README and the guide, and what the guide says twice. Reference pages, which readers look things up in, do not count. */
import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { buildGuide } from "../../scripts/build-guide.ts";

/** Generated pages, figures, the README of the package, and the start page. */
const reference =
  /(?:cli|settings|control-api|rules|performance|package|provider-states|README)\.md$/;
const wordsMax = 21_300;
const wordsOfPageMax = 2200;
const sentenceMin = 60;

const { pages } = (await buildGuide()).pages;
const handWritten = pages.map(({ file }) => file).filter((file) => !reference.test(file));

/** The text of a page without its blocks of code and what is generated from rows. */
function proseOf(file: string): string {
  return readFileSync(file, "utf8").replaceAll(
    /^ *```[^]*?^ *```$|^<!-- (.+) -->[^]*?^<!-- \/\1 -->$/gm,
    "",
  );
}

function wordsIn(file: string): number {
  return proseOf(file)
    .split(/\s+/)
    .filter((word) => /[A-Za-z0-9]/.test(word)).length;
}

/** The long sentences of a page: those of paragraphs, of items and of cells. */
function sentencesOf(file: string): readonly string[] {
  return proseOf(file)
    .split(/\n\s*\n|\n(?=[-|\d])|\|/)
    .flatMap((block) => block.replaceAll(/\s+/g, " ").split(/(?<=[.!?:]) /))
    .map((sentence) => sentence.replace(/^[-\s]+/, "").trim())
    .filter((sentence) => sentence.length >= sentenceMin);
}

/** Pages of one template count as one. */
function template(file: string): string {
  return file.startsWith("docs/languages/") ? "docs/languages" : file;
}

describe("the README", () => {
  const lines = readFileSync("README.md", "utf8").trimEnd().split("\n");

  it("has at most 150 lines", () => {
    expect(lines.length).toBeLessThanOrEqual(150);
  });

  it("shows what it is, the two commands and a picture on the first screen", () => {
    const screen = lines.slice(0, 16).join("\n");
    expect(screen).toMatch(
      /^# lead-sandbox\n\nlead-sandbox runs [^]*\nnpm ci && npm start\n[^]*!\[/,
    );
  });
});

describe("the guide", () => {
  it(`has at most ${wordsMax} words outside of code`, () => {
    const words = handWritten.map(wordsIn).reduce((sum, count) => sum + count);
    expect(words).toBeLessThanOrEqual(wordsMax);
  });

  it.each(handWritten)(`has at most ${wordsOfPageMax} words on a page: %s`, (file) => {
    expect(wordsIn(file)).toBeLessThanOrEqual(wordsOfPageMax);
  });

  it(`says nothing of ${sentenceMin} characters on two pages`, () => {
    const places = new Map<string, Set<string>>();
    for (const file of handWritten) {
      for (const sentence of sentencesOf(file)) {
        places.set(sentence, (places.get(sentence) ?? new Set()).add(template(file)));
      }
    }
    const repeated = Array.from(places, ([sentence, files]) => ({ sentence, files: [...files] }));
    expect(repeated.filter(({ files }) => files.length > 1)).toEqual([]);
  });
});
