import { UsageError } from "../usage-error.ts";

/** The notations for printed variables. */
export const variableFormats = ["shell", "dotenv", "json", "powershell", "fish"] as const;
export type VariableFormat = (typeof variableFormats)[number];

/**
 * Variables as lines that a shell evaluates or a tool reads; every value is quoted as text. Throws `UsageError` for a
 * value that no quotes of dotenv files make text.
 */
export function variableLines(
  variables: Readonly<Record<string, string>>,
  format: VariableFormat,
): string {
  if (format === "json") return JSON.stringify(variables, null, 2);
  return Object.entries(variables)
    .map(([name, value]) => lineIn[format](name, value))
    .join("\n");
}

const lineIn: Readonly<
  Record<Exclude<VariableFormat, "json">, (name: string, value: string) => string>
> = {
  shell: (name, value) => `export ${name}='${value.replaceAll("'", String.raw`'\''`)}'`,
  dotenv: (name, value) =>
    `${name}=${/^[\w./:-]*$/.test(value) ? value : quotedValue(name, value)}`,
  // PowerShell treats typographic quotes as single quotes, and a doubled quote as one.
  powershell: (name, value) => `$env:${name} = '${value.replaceAll(/['\u2018-\u201b]/g, "$&$&")}'`,
  fish: (name, value) => `set -gx ${name} '${value.replaceAll(/['\\]/g, String.raw`\$&`)}'`,
};

/** Readers of these files run `$(…)` in double quotes, and not every one supports escapes. */
function quotedValue(name: string, value: string): string {
  if (!value.includes("'")) return `'${value}'`;
  if (!/["$`]/.test(value)) return `"${value}"`;
  throw new UsageError(
    `The value of ${name} cannot be written in a dotenv file: it has a single quote and one of " $ \`. Use --format json.`,
  );
}
