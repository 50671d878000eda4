import { globSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import type { CodeBlock } from "../support/markdown.ts";
import { codeBlocks } from "../support/markdown.ts";

const pages = ["README.md", ...globSync("{docs,contracts,skills}/**/*.md")];

/**
 * Command lines with a bare `lead-sandbox`, which is not in the PATH of a project. An indented line
 * of text is output, and one with `[options]` shows the usage.
 */
function bareCommands({ language, body }: CodeBlock): readonly string[] {
  const start = language === "text" ? /^(?:\$ )?/ : /^ *(?:\$ )?(?:- )?(?:run: )?/;
  const bare = new RegExp(`(?:${start.source}|\\$\\(|(?:&&|[|;]) )lead-sandbox(?: |$)`);
  return body.split("\n").filter((line) => bare.test(line) && !line.includes("[options]"));
}

describe("the commands in the pages", () => {
  it.each(pages)("are written as typed in a project, with npx: %s", (page) => {
    expect(codeBlocks(readFileSync(page, "utf8")).flatMap(bareCommands)).toEqual([]);
  });
});

describe("the search for bare commands", () => {
  it.each([
    ["sh", "lead-sandbox"],
    ["sh", 'eval "$(lead-sandbox env --new)"'],
    ["sh", "mkdir data && lead-sandbox --data data"],
    ["text", "$ lead-sandbox explore -- node sync.mjs"],
    ["text", "lead-sandbox replay run.json"],
    ["yaml", "      - run: lead-sandbox exec -- npm test"],
    ["groovy", "          lead-sandbox exec -- npm test"],
  ])("finds one in a block of %s: %s", (language, body) => {
    expect(bareCommands({ language, body })).toEqual([body]);
  });

  it.each([
    ["sh", "npx lead-sandbox exec --allow-no-requests -- lead-sandbox leads list"],
    ["sh", "docker run --rm lead-sandbox --data /data"],
    ["text", "  lead-sandbox  http://127.0.0.1:4610"],
    ["text", "lead-sandbox serve [options]"],
    ["yaml", "    image: lead-sandbox"],
  ])("finds none in a block of %s: %s", (language, body) => {
    expect(bareCommands({ language, body })).toEqual([]);
  });
});
