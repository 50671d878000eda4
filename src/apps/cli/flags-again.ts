import { settings } from "../../server/settings/config.ts";

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

/** Reads them from the options that were given. */
export function flagsAgain(given: Readonly<Record<string, unknown>>): FlagsAgain {
  const named = settings
    .filter(({ name }) => given[name] !== undefined && !apart.has(name))
    .map(({ name, flag }) => ({ name, words: wordsOf(flag, given[name]) }));
  const by = textAgain("--intercept-by", given["interceptBy"]);
  const flags = [
    ...textAgain("--config", given["config"]),
    ...named.flatMap(({ words }) => words),
    ...by,
  ];
  const replayFlags = [
    ...named.filter(({ name }) => ofReplay.has(name)).flatMap(({ words }) => words),
    ...by,
  ];
  return {
    ...(flags.length === 0 ? {} : { flags }),
    ...(replayFlags.length === 0 ? {} : { replayFlags }),
  };
}

function textAgain(flag: string, value: unknown): readonly string[] {
  return typeof value === "string" ? [flag, value] : [];
}

/** The words of a flag. Those of `--adopt` leave its keys out: a repetition adopts the first one again. */
function wordsOf(flag: string, value: unknown): readonly string[] {
  if (flag === "--adopt" && typeof value === "string") {
    const shown = value.split(",").filter((pair) => !/^\s*key\s*=/.test(pair));
    return shown.length === 0 ? [flag] : [flag, shown.join(",")];
  }
  return value === true ? [flag] : [flag, String(value)];
}
