import { describe, expect, it } from "vitest";

import { shellLine } from "../../../../src/harness/explore/report/commands.ts";
import { startProgram } from "../../../apps/cli/program.ts";

describe("a command line", () => {
  it.each([
    ["plain words", ["node", "sync.mjs", "--to=a/b:c"]],
    ["blanks and quotes", ["d  e", "it's", '"$HOME"', "", String.raw`\n'\'`]],
    ["a second line behind a comment", ["sh", "a # then\nb"]],
    ["what hides text", ["a\u202E'\\\t\u001B[8m \u{E0041}\u200Bc\r"]],
    ["emoji and other scripts", ["👩\u200D💻", "né", "名"]],
  ])("hides nothing, and a shell reads its words: %s", async (_what, words) => {
    const line = shellLine(words);
    expect(line).not.toMatch(/(?!\u200D)[\p{Cc}\p{Cf}]/u);
    const script = `printf '%s\\0' ${line}`;
    const { stdout } = await startProgram("bash", ["--norc", "-c", script], { LC_ALL: "C.UTF-8" })
      .ended;
    expect(stdout.split("\0").slice(0, -1)).toEqual(words);
  });
});
