import type { Argument, Help, Option } from "commander";

/** Describes options and arguments in help, with choices and defaults as they are typed on the command line. */
export const optionHelp = {
  optionDescription: (option) => withValues(option, option.required || option.optional),
  argumentDescription: (argument) => withValues(argument, true),
} as const satisfies Partial<Help>;

function withValues({ description, ...values }: Option | Argument, takesValue: boolean): string {
  const { argChoices = [], defaultValueDescription } = values;
  const byDefault = takesValue ? (defaultValueDescription ?? typed(values.defaultValue)) : "";
  const facts = [
    ...(argChoices.length === 0 ? [] : [`choices: ${argChoices.join(", ")}`]),
    ...(byDefault === "" ? [] : [`default: ${byDefault}`]),
  ];
  return facts.length === 0 ? description : `${description} (${facts.join("; ")})`;
}

/** A default on the command line; empty if there is none. */
function typed(value: unknown): string {
  if (Array.isArray(value)) return value.join(",");
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
