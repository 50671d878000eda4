/** `assumptions`: what the provider answered, with its source and date. */
/* oxlint-disable unicorn/consistent-function-scoping -- a group of tests has a short name for its question */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { readConfig } from "../../../src/server/settings/config.ts";
import { runHere, temporaryFolder } from "./program.ts";

const rule = "state.convert";
const other = "lead.delete";

function newFile(content?: string): string {
  const file = join(temporaryFolder(), "assumptions.json");
  if (content !== undefined) writeFileSync(file, content);
  return file;
}

function answer(file: string, ...more: readonly string[]) {
  const given = ["--source", "support, ticket 41", "--file", file];
  return runHere(["assumptions", "answer", rule, "updated-at-moves", ...given, ...more], {});
}

describe("assumptions answer", () => {
  it("writes the answer with its source and date, which --assumptions takes", async () => {
    const file = newFile();
    const { code, stdout } = await answer(file, "--date", "2026-03-02");
    expect(code).toBe(0);
    expect(stdout).toContain("state.convert is updated-at-moves (support, ticket 41, 2026-03-02).");
    const written: unknown = JSON.parse(readFileSync(file, "utf8"));
    expect(written).toEqual({
      [rule]: { choice: "updated-at-moves", source: "support, ticket 41", date: "2026-03-02" },
    });
    const { assumptions } = readConfig({ flags: { assumptions: file } });
    expect(assumptions).toEqual({ [rule]: "updated-at-moves" });
  });

  it("keeps other answers and what it does not know, and says what it replaces", async () => {
    const sourced = { choice: "updated-at-stays", source: "a", date: "2026-01-01", by: "mail" };
    const file = newFile(JSON.stringify({ [other]: "204", [rule]: sourced }));
    const { stdout } = await answer(file);
    expect(stdout).toContain("instead of updated-at-stays");
    const written: unknown = JSON.parse(readFileSync(file, "utf8"));
    expect(written).toMatchObject({ [other]: "204", [rule]: { choice: "updated-at-moves" } });
    expect(readdirSync(join(file, ".."))).toEqual(["assumptions.json"]);
  });

  it("reads a file that begins with the mark of UTF-8", async () => {
    const file = newFile(`\ufeff${JSON.stringify({ [other]: "204" })}`);
    expect((await answer(file)).code).toBe(0);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ [other]: "204" });
    const marked = newFile(`\ufeff${JSON.stringify({ [other]: "204" })}`);
    expect(readConfig({ flags: { assumptions: marked } }).assumptions).toEqual({ [other]: "204" });
  });

  it.each([
    ["no JSON", "{", "is not JSON"],
    ["a list", "[]", "expected an object"],
    ["an unknown rule", '{"a.b":"c"}', "is not a file of answers"],
    ["a choice that the rule lacks", `{"${other}":"never"}`, "is not a file of answers"],
    ["an answer without a choice", `{"${other}":{"source":"a"}}`, "expected a choice"],
    ["a prototype", '{"__proto__":{"choice":"204"}}', "is not a file of answers"],
    ["more than 1 MiB", JSON.stringify({ [other]: "x".repeat(1_100_000) }), "larger than 1 MiB"],
  ])("leaves a file with %s as it is", async (_name, content, message) => {
    const file = newFile(content);
    const { code, stderr } = await answer(file);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
    expect(readFileSync(file, "utf8")).toBe(content);
  });

  it.each([" ", "x".repeat(1_001)])(
    "rejects a source of no or too many characters",
    async (source) => {
      const file = newFile();
      const { code } = await answer(file, "--source", source);
      expect(code).toBe(2);
      expect(existsSync(file)).toBe(false);
    },
  );

  it("rejects a folder that does not exist", async () => {
    const { code, stderr } = await answer(join(temporaryFolder(), "nope/assumptions.json"));
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("cannot be written"),
    });
  });
});

describe("assumptions list", () => {
  const today = new Date().toISOString().slice(0, 10);
  const list = (file: string, ...more: readonly string[]) =>
    runHere(["assumptions", "list", "--file", file, ...more], {});

  it("shows the oldest first, and exits with 1 if one is too old or has no date", async () => {
    const old = { choice: "204", source: "mail", date: "2024-01-01" };
    const file = newFile(
      JSON.stringify({
        [rule]: { choice: "updated-at-moves", source: "b", date: today },
        [other]: old,
      }),
    );
    expect((await list(file)).code).toBe(0);
    const { code, stdout } = await list(file, "--max-age", "180d");
    expect(code).toBe(1);
    expect(stdout.split("\n").map((line) => line.split(/ {2,}/)[0])).toEqual([
      "rule",
      other,
      rule,
      "",
    ]);
    expect(stdout.match(/stale/g)).toHaveLength(1);
    expect((await list(newFile(`{"${other}":"204"}`), "--max-age", "180d")).code).toBe(1);
  });

  it("takes an answer of today for new", async () => {
    const file = newFile();
    await answer(file);
    expect((await list(file, "--max-age", "1ms")).code).toBe(0);
  });

  it("has nothing to show without a file", async () => {
    const { code, stdout } = await list(newFile());
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("has no answer") });
  });

  it("shows foreign text without its control characters", async () => {
    const source = "\u001B[31mred\u001B[0m";
    const { stdout } = await list(newFile(JSON.stringify({ [other]: { choice: "204", source } })));
    expect(stdout).toContain("red");
    expect(stdout).not.toContain("\u001B[31m");
  });
});
