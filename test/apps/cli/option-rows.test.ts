import { readdirSync } from "node:fs";
import { join } from "node:path";

import { Command } from "commander";
import { describe, expect, expectTypeOf, it } from "vitest";

import { longFlag } from "../../../src/apps/cli/options/combinations.ts";
import type { OptionRows, OptionsOf } from "../../../src/apps/cli/options/option-rows.ts";
import { rowOf } from "../../../src/apps/cli/options/option-rows.ts";
import { withOptions } from "../../../src/apps/cli/options/with-options.ts";
import { UsageError } from "../../../src/apps/cli/usage-error.ts";
import { settings } from "../../../src/server/settings/config.ts";

const rows = {
  "-o, --out-file <file>": { help: "a text", requires: ["--kind", "a command"] },
  "--kind <kind>": { help: "a choice", choices: ["one", "two"], default: "one" },
  "--every <ms>": { help: "a number", parse: Number },
  "--name <name>": { help: "texts", isRepeatable: true },
  "--har <file...>": "files",
  "--json [file]": "a text, or none",
  "--dry-run": {
    help: "a switch",
    excludes: { "--no-start": "nothing starts.", "a command": "no." },
  },
  "--no-start": "a switch that is on",
  "--alone": { help: "a switch", onlyWith: { flags: ["--kind"], why: "it is alone." } },
} as const satisfies OptionRows;
type Options = OptionsOf<typeof rows>;

/** The options that a command line gives to the action. */
async function parsed(line: string): Promise<Options> {
  const seen: Options[] = [];
  const command = withOptions(new Command("try").argument("[command...]"), rows)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .action((_command: readonly string[], options: Options) => void seen.push(options));
  await command.parseAsync(line.split(" ").filter(Boolean), { from: "user" });
  const [options] = seen;
  if (options === undefined) throw new Error("The action did not run.");
  return options;
}

describe("the rows of a command's options", () => {
  const usual = { kind: "one", name: [], dryRun: false, start: true, alone: false };

  it.each([
    ["", usual],
    ["--out-file a --kind two", { ...usual, outFile: "a", kind: "two" }],
    ["--every 5 --name a --name b", { ...usual, every: 5, name: ["a", "b"] }],
    ["--har a b --json", { ...usual, har: ["a", "b"], json: true }],
    ["--json a --dry-run", { ...usual, json: "a", dryRun: true }],
    ["--no-start", { ...usual, start: false }],
  ])("read %j", async (line, options) => {
    expect(await parsed(line)).toEqual(options);
  });

  it("give the values their types", () => {
    expectTypeOf<Options["kind"]>().toEqualTypeOf<"one" | "two">();
    expectTypeOf<Options["every"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Options["har"]>().toEqualTypeOf<readonly string[] | undefined>();
    expectTypeOf<Options["json"]>().toEqualTypeOf<string | true | undefined>();
    expectTypeOf<Options["start"]>().toEqualTypeOf<boolean>();
    expectTypeOf<keyof Options>().toEqualTypeOf<
      "outFile" | "kind" | "every" | "name" | "har" | "json" | "dryRun" | "start" | "alone"
    >();
  });

  it.each([
    ["--out-file a", "--out-file requires --kind or a command."],
    ["--dry-run --no-start", "--dry-run cannot be combined with --no-start: nothing starts."],
    ["--dry-run -- true", "--dry-run cannot be combined with a command: no."],
    ["--alone --every 5", "--every cannot be combined with --alone: it is alone."],
  ])("refuse %j", async (line, message) => {
    await expect(parsed(line)).rejects.toThrow(new UsageError(message));
  });

  it.each(["--out-file a -- true", "--out-file a --kind one", "--alone --kind two", "-- true"])(
    "allow %j",
    async (line) => {
      await expect(parsed(line)).resolves.toBeDefined();
    },
  );
});

describe("a flag that a row names", async () => {
  const folder = join(import.meta.dirname, "../../../src/apps/cli/options");
  const files = readdirSync(folder).filter((file) => file !== "shared-rows.ts");
  const modules: readonly Readonly<Record<string, OptionRows>>[] = await Promise.all(
    files.map((file) => import(join(folder, file))),
  );
  const tables = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, table]) =>
      name.endsWith("Rows") ? [[name, table] as const] : [],
    ),
  );

  it("is looked for in every table of a room", () => {
    expect(tables.length).toBeGreaterThan(9);
  });

  it.each(tables)("is an option of the command: %s", (_name, table) => {
    const own = [...Object.keys(table).map(longFlag), ...settings.map(({ flag }) => flag)];
    const named = Object.values(table).flatMap((row) => {
      const { requires = [], excludes = {}, onlyWith } = rowOf(row);
      return [...requires, ...Object.keys(excludes), ...(onlyWith?.flags ?? [])];
    });
    expect(named.filter((one) => one.startsWith("--") && !own.includes(one))).toEqual([]);
  });
});
