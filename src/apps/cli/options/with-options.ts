import type { Command } from "commander";
import { Option } from "commander";

import { refuseCombinations } from "./combinations.ts";
import type { OptionRow, OptionRows } from "./option-rows.ts";
import { rowOf } from "./option-rows.ts";

/** Adds the options of `rows` to a command, which fails with `UsageError` for those that do not go together. */
export function withOptions(command: Command, rows: OptionRows): Command {
  for (const [flags, row] of Object.entries(rows)) command.addOption(optionOf(flags, rowOf(row)));
  return command.hook("preAction", () => refuseCombinations(command, rows));
}

function optionOf(flags: string, row: OptionRow): Option {
  const option = new Option(flags, row.help).makeOptionMandatory(row.isMandatory === true);
  const { default: usual = usualOf(option, row), typedDefault, preset } = row;
  if (row.parse !== undefined) option.argParser(row.parse);
  if (row.choices !== undefined) option.choices(row.choices);
  if (row.isRepeatable === true)
    option.argParser<readonly string[]>((value, before) => [...before, value]);
  if (preset !== undefined) option.preset(preset);
  return option.default(usual, typedDefault);
}

/** A switch is off, and one with `--no-` on, unless it is given. */
function usualOf({ required, optional, negate }: Option, { isRepeatable }: OptionRow): unknown {
  if (isRepeatable === true) return [];
  return required || optional ? undefined : negate;
}
