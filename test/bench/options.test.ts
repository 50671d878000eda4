import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { feltMeasures } from "../../bench/measures/measures.ts";
import { readOptions, InvalidOptions } from "../../bench/options.ts";
import { fewLeads } from "../../bench/targets/target.ts";
import { targetNames } from "../../bench/targets/targets.ts";

describe("the command-line options of the benchmarks", () => {
  it("select every benchmark by default", () => {
    expect(readOptions([])).toMatchObject({
      isWhole: true,
      targets: targetNames,
      rounds: 3,
      seconds: 1.5,
      requests: 1_000_000,
      out: null,
    });
  });

  it.each([
    ["a single measure", ["--only", "reset"], { isWhole: false, measures: ["reset"] }],
    [
      "only the sandbox and the bare server",
      ["--target", "lead-sandbox"],
      { targets: ["lead-sandbox"], isWhole: false },
    ],
    [
      "several peers",
      ["--target", "emulate", "--target", "Prism"],
      { targets: ["emulate", "Prism"] },
    ],
    [
      "a small size",
      ["--quick"],
      { isQuick: true, rounds: 1, targets: [], measures: feltMeasures.map(({ name }) => name) },
    ],
    [
      "custom sizes",
      ["--rounds", "5", "--seconds", "0.5"],
      { rounds: 5, seconds: 0.5, isWhole: true },
    ],
    [
      "one small measure with the peers that start fast",
      ["--quick", "--only", "throughput"],
      { measures: ["throughput"], targets: ["json-server 1.0", "emulate"] },
    ],
    ["help", ["--help"], { isHelp: true }],
  ])("accept %s", (_, args, options) => {
    expect(readOptions(args)).toMatchObject(options);
  });

  it.each([
    [["--fast"], "Unknown option '--fast'"],
    [["everything"], "Unexpected argument 'everything'"],
    [["--only", "speed"], "Unknown measure: speed. Expected test-file,"],
    [["--target", "another"], "Unknown target: another. Expected lead-sandbox, bare Hono,"],
    [["--rounds", "0"], 'Invalid --rounds: "0". Expected a number above 0.'],
    [["--rounds", "2.5"], 'Invalid --rounds: "2.5". Expected an integer above 0.'],
    [["--seconds", "many"], 'Invalid --seconds: "many". Expected a number above 0.'],
    [["--requests", "-1"], "--requests"],
    [["--out"], "--out"],
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
