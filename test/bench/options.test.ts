import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { fewLeads } from "../../bench/leads.ts";
import { InvalidOptions, readOptions } from "../../bench/options.ts";

describe("the command-line options of the benchmarks", () => {
  it.each([
    ["nothing, for a whole run", [], { isQuick: false, only: null, rounds: 3, isHelp: false }],
    ["a single measure", ["--only", "reset"], { only: ["reset"] }],
    ["several measures", ["--only", "list", "--only", "create"], { only: ["list", "create"] }],
    ["a small size", ["--quick"], { isQuick: true, rounds: 1, only: null }],
    ["a number of rounds", ["--quick", "--rounds", "5"], { rounds: 5 }],
    ["help", ["--help"], { isHelp: true }],
  ])("accept %s", (_, args, options) => {
    expect(readOptions(args)).toMatchObject(options);
  });

  it.each([
    [["--fast"], "Unknown option '--fast'"],
    [["everything"], "Unexpected argument 'everything'"],
    [["--only", "speed"], "Unknown measure: speed. Expected test-file,"],
    [["--rounds", "0"], 'Invalid --rounds: "0". Expected an integer above 0.'],
    [["--rounds", "2.5"], 'Invalid --rounds: "2.5". Expected an integer above 0.'],
    [["--rounds"], "--rounds"],
  ])("reject %j with a reason", (args, message) => {
    const read = (): unknown => readOptions(args);
    expect(read).toThrow(InvalidOptions);
    expect(read).toThrow(message);
  });
});

describe("the targets of the benchmarks", () => {
  it("start with as many Leads as the default fixture has", () => {
    const fixture: unknown = JSON.parse(readFileSync("fixtures/default.json", "utf8"));
    expect(fixture).toHaveProperty("leads.length", fewLeads);
  });
});
