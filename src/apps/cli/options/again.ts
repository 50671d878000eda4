import { settings } from "../../../server/settings/config.ts";
import { longFlag, optionName } from "./combinations.ts";
import type { OptionRows, Repetition } from "./option-rows.ts";
import { rowOf } from "./option-rows.ts";
import { configRow } from "./shared-rows.ts";

/** Settings that a repetition names elsewhere, cannot take, or must not show. `shard` is a part of an exploration here. */
const apart: ReadonlySet<string> = new Set([
  "seed",
  "fixture",
  "controlToken",
  "smtpUrl",
  "mailpitUrl",
  "shard",
]);

/** Those that `replay` takes; a bundle has the others. */
const ofReplay: ReadonlySet<string> = new Set(["surfaceHosts", "intercept", "otherHosts", "adopt"]);

/** The flags of a run that its repetition needs, as words of a command line. */
export interface FlagsAgain {
  /** For another exploration. */
  readonly flags?: readonly string[];
  /** For a replay of a bundle. */
  readonly replayFlags?: readonly string[];
}

/** Reads them from the options that were given to a command with these rows. */
export function flagsAgain(rows: OptionRows, given: Readonly<Record<string, unknown>>): FlagsAgain {
  const flags = wordsAgain("explore", rows, given);
  const replayFlags = wordsAgain("replay", rows, given);
  return {
    ...(flags.length === 0 ? {} : { flags }),
    ...(replayFlags.length === 0 ? {} : { replayFlags }),
  };
}

function wordsAgain(
  repetition: Repetition,
  rows: OptionRows,
  given: Readonly<Record<string, unknown>>,
): readonly string[] {
  const own = Object.entries({ ...configRow, ...rows }).flatMap(([flags, row]) => {
    const { again = [], default: usual } = rowOf(row);
    const flag = longFlag(flags);
    const value = given[optionName(flag)];
    const isNamed = again.includes(repetition) && value !== usual && value !== false;
    return isNamed ? wordsOf(flag, value) : [];
  });
  const ofSettings = settings
    .filter(({ name }) => !apart.has(name) && (repetition === "explore" || ofReplay.has(name)))
    .flatMap(({ name, flag }) => wordsOf(flag, given[name]));
  return [...own, ...ofSettings];
}

/** The words of a flag. Those of `--adopt` leave its keys out: a repetition adopts the first one again. */
function wordsOf(flag: string, value: unknown): readonly string[] {
  if (typeof value === "boolean") return value ? [flag] : [flag, "false"];
  if (typeof value !== "string") return [];
  if (flag === "--adopt") {
    const shown = value.split(",").filter((pair) => !/^\s*key\s*=/.test(pair));
    return shown.length === 0 ? [flag] : [flag, shown.join(",")];
  }
  return [flag, value];
}
