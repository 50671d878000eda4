import { parseEnv } from "node:util";

import { describe, expect, it } from "vitest";

import { variableLines } from "../../src/cli/variable-lines.ts";
import { startProgram } from "./program.ts";
import { shellNamed } from "./shells.ts";

const values = [
  "http://127.0.0.1:4610",
  'it\'s $HOME `id` "quoted"',
  String.raw`a\b \'c`,
  "with space; and # more",
  "",
];
const fish = shellNamed("fish");

describe("a variable that was printed", () => {
  it.each(values)("is %j again in a shell", async (value) => {
    const script = `${variableLines({ MY_VALUE: value }, "shell")}\nsh -c 'printf %s "$MY_VALUE"'`;
    const { stdout, stderr } = await startProgram("sh", ["-c", script], {}).ended;
    expect({ stdout, stderr }).toEqual({ stdout: value, stderr: "" });
  });

  it.skipIf(fish.isMissing).each(values)(`is %j again in fish${fish.note}`, async (value) => {
    const script = `${variableLines({ MY_VALUE: value }, "fish")}\nsh -c 'printf %s "$MY_VALUE"'`;
    const { stdout, stderr } = await startProgram(fish.path, ["-c", script], {}).ended;
    expect({ stdout, stderr }).toEqual({ stdout: value, stderr: "" });
  });

  it.each(values.filter((value) => !/'.*`.*"/.test(value)))(
    "is %j again in what reads a file of variables",
    (value) => {
      expect(parseEnv(variableLines({ MY_VALUE: value }, "dotenv"))).toEqual({ MY_VALUE: value });
    },
  );

  it("has its quotes doubled for PowerShell", () => {
    expect(variableLines({ MY_VALUE: "it's $x" }, "powershell")).toBe("$env:MY_VALUE = 'it''s $x'");
  });
});
