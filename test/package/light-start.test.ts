/** What the build changes in the code of the command, so that it starts faster. */
import { describe, expect, it } from "vitest";

import { asciiOnly, nodeAsItIs, serverApart } from "../../scripts/light-start.ts";

function inAscii(code: string): string {
  const file = { code };
  asciiOnly.generateBundle({}, { "a.mjs": file });
  return file.code;
}

function evaluated(code: string): Promise<unknown> {
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
}

describe("code in ASCII", () => {
  it("means the same: strings, templates, regular expressions and names", async () => {
    const code =
      "export const text=`→${'…'}😀`;export const fits=[/^[é-ü]$/,/^[😀-😂]$/u].map((one)=>one.test('ö')||one.test('😁'));export const of={é:1};";
    const ascii = inAscii(code);
    expect(ascii).toMatch(/^[\0-\x7f]+$/);
    expect(await evaluated(ascii)).toEqual(await evaluated(code));
    expect(await evaluated(ascii)).toMatchObject({
      text: "→…😀",
      fits: [true, true],
      of: { é: 1 },
    });
  });

  it.each(["String.raw`a → b`", String.raw`/\→/`])(
    "is refused where it would differ: %s",
    (code) => {
      expect(() => inAscii(code)).toThrow("a.mjs cannot be written in ASCII");
    },
  );
});

describe("an import of a module of Node", () => {
  it.each([
    ['import fs from "node:fs";', ["fs"]],
    ['import process$1 from "node:process";', ["process$1"]],
    ['import * as path from "node:path";', ["path"]],
    ['import { join, sep as slash } from "node:path";', ["{ join, sep: slash }"]],
    ['import fs, { existsSync } from "node:fs";', ["fs", "{ existsSync }"]],
  ])("becomes a call that loads no lazy export: %s", (line, names) => {
    const replaced = nodeAsItIs.renderChunk(`${line}\n`);
    expect(replaced).not.toContain("import");
    for (const name of names) expect(replaced).toContain(`const ${name} = globalThis.process.`);
  });

  it("of another form fails the build", () => {
    expect(() => nodeAsItIs.renderChunk('import "node:fs";')).toThrow('import "node:fs";');
  });
});

function loads(...imports: readonly string[]) {
  return { "server.mjs": { imports } };
}

describe("the server", () => {
  it("may not load the commands that ask one", () => {
    expect(() => serverApart.generateBundle({}, loads("settings.mjs"))).not.toThrow();
    expect(() => serverApart.generateBundle({}, loads("asking.mjs"))).toThrow("asking.mjs");
    expect(() => serverApart.generateBundle({}, {})).toThrow("no server.mjs");
  });
});
