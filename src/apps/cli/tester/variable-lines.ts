/** The notations for printed variables. */
export const variableFormats = ["shell", "dotenv", "json", "powershell", "fish"] as const;
export type VariableFormat = (typeof variableFormats)[number];

/** Variables as lines that a shell evaluates or a tool reads; every value is quoted as text. */
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
  dotenv: (name, value) => `${name}=${/^[\w./:-]*$/.test(value) ? value : quotedValue(value)}`,
  // PowerShell treats typographic quotes as single quotes, and a doubled quote as one.
  powershell: (name, value) => `$env:${name} = '${value.replaceAll(/['\u2018-\u201b]/g, "$&$&")}'`,
  fish: (name, value) => `set -gx ${name} '${value.replaceAll(/['\\]/g, String.raw`\$&`)}'`,
};

/** Uses quotes that the value does not contain: not every reader of these files supports escapes. */
function quotedValue(value: string): string {
  const quote = ["'", '"', "`"].find((mark) => !value.includes(mark)) ?? "'";
  return quote + value + quote;
}
