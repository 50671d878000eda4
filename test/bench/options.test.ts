import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { fewLeads } from "../../bench/leads.ts";
import type { Options } from "../../bench/options.ts";
import { newBenchCommand } from "../../bench/options.ts";

async function optionsOf(args: readonly string[]): Promise<Options | undefined> {
  let given: Options | undefined;
  const command = newBenchCommand(async (options) => {
    given = options;
  });
  const quiet = { writeOut: () => {}, writeErr: () => {} };
  await command.exitOverride().configureOutput(quiet).parseAsync(args, { from: "user" });
  return given;
}

describe("the command-line options of the benchmarks", () => {
  it.each([
    ["nothing, for a whole run", [], { isQuick: false, only: null, rounds: 3 }],
    ["a single measure", ["--only", "reset"], { only: ["reset"] }],
    ["several measures", ["--only", "list", "--only", "create"], { only: ["list", "create"] }],
    ["a small size", ["--quick"], { isQuick: true, rounds: 1, only: null }],
    ["a number of rounds", ["--quick", "--rounds", "5"], { rounds: 5 }],
  ])("accept %s", async (_, args, options) => {
    expect(await optionsOf(args)).toMatchObject(options);
  });

  it.each([
    [["--fast"], "unknown option '--fast'"],
    [["everything"], "too many arguments"],
    [["--only", "speed"], "argument 'speed' is invalid. Allowed choices are test-file,"],
    [["--rounds", "0"], "argument '0' is invalid. Expected an integer above 0."],
    [["--rounds", "2.5"], "argument '2.5' is invalid. Expected an integer above 0."],
    [["--rounds"], "--rounds"],
  ])("reject %j with a reason", async (args, message) => {
    await expect(optionsOf(args)).rejects.toThrow(message);
  });
});

describe("the targets of the benchmarks", () => {
  it("start with as many Leads as the default fixture has", () => {
    const fixture: unknown = JSON.parse(readFileSync("fixtures/default.json", "utf8"));
    expect(fixture).toHaveProperty("leads.length", fewLeads);
  });
});
