import { InvalidArgumentError } from "commander";

import type { Family } from "../../../harness/explore/variations/variation.ts";
import { families } from "../../../harness/explore/variations/variation.ts";
import { count, durationMs, names } from "../values.ts";
import type { OptionRows, OptionsOf } from "./option-rows.ts";
import {
  budgetRow,
  envRow,
  fromRow,
  interceptByRow,
  minExploredRow,
  shardRow,
} from "./shared-rows.ts";

/** The families without `--only` and `--next`. */
export const usualFamilies = families.slice(0, 3);

/** The options of `explore`. Its report names `--results`, `--setup` and `--env` in fields of their own. */
export const exploreRows = {
  "--only <families>": {
    help: `kinds of variations, comma-separated: ${families.join(", ")}`,
    parse: knownFamilies,
    typedDefault: usualFamilies.join(","),
  },
  "--next <file>": {
    help: "announced interface: an OpenAPI document, or a list of changes",
    again: ["explore"],
  },
  ...fromRow,
  "--operations <ids>": {
    help: "vary only calls of these operations, comma-separated",
    parse: names,
    default: [] as readonly string[],
  },
  "--all-calls": "vary every call, not only the first, middle and last of an operation",
  ...minExploredRow,
  "--pairs": "try pairs of open points too",
  ...budgetRow("end the trials after this time"),
  "--jobs <n>": { help: "parallel trials; by default the number of cores", parse: count },
  ...shardRow("run this machine's part of the trials"),
  "--results <glob>": "JUnit files that the command writes",
  "--setup <text>": "shell command before each run, to empty what the client keeps",
  "--timeout <duration>": { help: "time limit for one trial", parse: durationMs },
  "--rerun": "run the command again if a failed run left records behind",
  "--allow-nondeterminism": "explore although two unchanged runs differ",
  "--accept <file>": "file of accepted findings (default: lead-sandbox.accepted.json)",
  "--baseline <report>": "report.json of an earlier run: fail on new findings only",
  "--out <dir>": "write reports and bundles into this folder",
  "--keep-data": "keep personal data in reports and bundles",
  "--json": "print the report as JSON on standard output",
  ...envRow,
  ...interceptByRow,
} as const satisfies OptionRows;
export type ExploreOptions = OptionsOf<typeof exploreRows>;

function knownFamilies(text: string): readonly Family[] {
  const named = names(text);
  const known = families.filter((family) => named.includes(family));
  if (known.length > 0 && named.every((name) => known.some((family) => family === name))) {
    return known;
  }
  throw new InvalidArgumentError(`Expected one or more of ${families.join(", ")}.`);
}

export const mergeRows = {
  "--out <dir>": "write the merged reports and the bundles into this folder",
  "--partial": "merge although shards are missing",
  ...minExploredRow,
  "--json": "print JSON",
} as const satisfies OptionRows;
export type MergeOptions = OptionsOf<typeof mergeRows>;
