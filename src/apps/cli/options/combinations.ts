/** Refuses options of a command line that do not go together. */
import type { Command } from "commander";
import { Option } from "commander";

import { UsageError } from "../usage-error.ts";
import type { OptionRows } from "./option-rows.ts";

/** Throws `UsageError` for the first row whose `requires`, `excludes` or `onlyWith` the command line breaks. */
export function refuseCombinations(command: Command, rows: OptionRows): void {
  const flags = givenFlags(command);
  const given = new Set([...flags, ...givenArguments(command)]);
  for (const [spelled, row] of Object.entries(rows)) {
    const flag = longFlag(spelled);
    if (typeof row === "string" || !given.has(flag)) continue;
    const { requires = [], excludes = {}, onlyWith } = row;
    if (requires.length > 0 && !requires.some((one) => given.has(one))) {
      throw new UsageError(`${flag} requires ${requires.join(" or ")}.`);
    }
    for (const [other, why] of Object.entries(excludes)) {
      if (given.has(other))
        throw new UsageError(`${flag} cannot be combined with ${other}: ${why}`);
    }
    const allowed = onlyWith === undefined ? flags : [flag, ...onlyWith.flags];
    const other = flags.find((one) => !allowed.includes(one));
    if (other === undefined) continue;
    throw new UsageError(`${other} cannot be combined with ${flag}: ${onlyWith?.why ?? ""}`);
  }
}

/** Such as `--out` of `-o, --out <dir>`. */
export function longFlag(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

/** The name of its value, such as `keepData`. */
export function optionName(flag: string): string {
  return new Option(flag).attributeName();
}

function givenFlags(command: Command): readonly string[] {
  return command.options.flatMap((option) => {
    const name = option.attributeName();
    const isGiven =
      command.getOptionValueSource(name) === "cli" &&
      (command.getOptionValue(name) === false) === option.negate;
    return isGiven ? [longFlag(option.flags)] : [];
  });
}

/** The arguments with a value, such as `a command`. */
function givenArguments({ registeredArguments, processedArgs }: Command): readonly string[] {
  return registeredArguments.flatMap((argument, at) => {
    const value: unknown = processedArgs[at];
    const isGiven = Array.isArray(value) ? value.length > 0 : value !== undefined;
    return isGiven ? [`a ${argument.name()}`] : [];
  });
}
