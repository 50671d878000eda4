import { parseEnv } from "node:util";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { variableLines } from "../../../src/apps/cli/tester/variable-lines.ts";
import { UsageError } from "../../../src/apps/cli/usage-error.ts";
import { seeded } from "../../property/seeded.ts";
import { startProgram } from "./program.ts";
import { shellNamed } from "./shells.ts";

const values = [
  "http://127.0.0.1:4610",
  'it\'s $HOME `id` "quoted"',
  String.raw`a\b \'c`,
  "with space; and # more",
  "",
];
const typographic = [
  "it\u2019s",
  "\u2018a\u2019; Remove-Item x; \u201ab\u201b",
  "'\u2019",
  "\u2019'\u2018",
];
const fish = shellNamed("fish");
const powershell = shellNamed("pwsh");

describe("a printed variable", () => {
  it.each(values)("has the value %j in a POSIX shell", async (value) => {
    const script = `${variableLines({ MY_VALUE: value }, "shell")}\nsh -c 'printf %s "$MY_VALUE"'`;
    const { stdout, stderr } = await startProgram("sh", ["-c", script], {}).ended;
    expect({ stdout, stderr }).toEqual({ stdout: value, stderr: "" });
  });

  it.skipIf(fish.isMissing).each(values)(`has the value %j in fish${fish.note}`, async (value) => {
    const script = `${variableLines({ MY_VALUE: value }, "fish")}\nsh -c 'printf %s "$MY_VALUE"'`;
    const { stdout, stderr } = await startProgram(fish.path, ["-c", script], {}).ended;
    expect({ stdout, stderr }).toEqual({ stdout: value, stderr: "" });
  });

  it.each(values.filter((value) => !/'.*`.*"/.test(value)))(
    "has the value %j in a parser of dotenv files",
    (value) => {
      expect(parseEnv(variableLines({ MY_VALUE: value }, "dotenv"))).toEqual({ MY_VALUE: value });
    },
  );

  it.each([...values, ...typographic])("has the value %j by the grammar of PowerShell", (value) => {
    expect(powershellValue(variableLines({ MY_VALUE: value }, "powershell"))).toBe(value);
  });

  it("has its value by the grammar of PowerShell, for any text", () => {
    const text = fc.string({
      unit: fc.constantFrom(...Array.from("ab '\u2018\u2019\u201a\u201b\"$`\n;")),
    });
    fc.assert(
      fc.property(text, (value) => {
        expect(powershellValue(variableLines({ MY_VALUE: value }, "powershell"))).toBe(value);
      }),
      seeded(200),
    );
  });

  it("is the only one in a dotenv file and runs no command, or is refused", () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from("ab '\"$`\\()=#;")) });
    fc.assert(
      fc.property(text, (value) => {
        const line = dotenvLine(value);
        expect(line === null ? value : parseEnv(line)["MY_VALUE"]).toBe(value);
        // Readers substitute commands in lines without quotes and in double quotes.
        expect(line ?? "").toMatch(/^(?:$|MY_VALUE='|[^$`]*$)/);
      }),
      seeded(500),
    );
  });

  it.skipIf(powershell.isMissing).each([...values, ...typographic])(
    `has the value %j in PowerShell${powershell.note}`,
    async (value) => {
      const script = `${variableLines({ MY_VALUE: value }, "powershell")}\n[Console]::Out.Write($env:MY_VALUE)`;
      const { stdout } = await startProgram(powershell.path, ["-NoProfile", "-Command", script], {})
        .ended;
      expect(stdout).toBe(value);
    },
  );
});

/** Null for a refused value. */
function dotenvLine(value: string): string | null {
  try {
    return variableLines({ MY_VALUE: value }, "dotenv");
  } catch (error) {
    if (error instanceof UsageError) return null;
    throw error;
  }
}

/**
 * The value that PowerShell assigns, or null for a line that does not assign a single string. Its tokenizer
 * (`ScanStringLiteral`, `IsSingleQuote`) knows five single-quote characters. One ends the text, unless another of the
 * five follows, which is then part of the text.
 */
function powershellValue(line: string): string | null {
  const [, literal = ""] = /^\$env:MY_VALUE = ([^]*)$/.exec(line) ?? [];
  if (!isQuote(literal[0])) return null;
  let value = "";
  for (let at = 1; at < literal.length; at += 1) {
    if (isQuote(literal[at])) {
      if (!isQuote(literal[at + 1])) return at === literal.length - 1 ? value : null;
      at += 1;
    }
    value += literal[at];
  }
  return null;
}

function isQuote(character: string | undefined): boolean {
  return character !== undefined && "'\u2018\u2019\u201a\u201b".includes(character);
}
