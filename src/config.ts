/** The settings in force: flag over environment over file over default; an invalid one is an error that names it. */
import type * as z from "zod";

import { ConfigError, readJson } from "./settings-file.ts";
import { Settings, shape } from "./settings.ts";

export { ConfigError } from "./settings-file.ts";

export type Config = z.output<typeof Settings>;
export type SettingName = keyof typeof shape;

/** Every setting with its flag, its environment variable and what it is. */
export const settings = Object.entries(shape).map(([name, schema]) => ({
  name,
  flag: `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
  variable: `LEAD_SANDBOX_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`,
  description: schema.description ?? "",
  /** Whether the flag alone says on. */
  isSwitch: schema.meta()?.["isSwitch"] === true,
}));

export interface ConfigSources {
  /** Values by setting name, as given on the command line or by a program. */
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** A JSON file of settings by name. */
  readonly file?: string | undefined;
}

/** The settings in force; throws `ConfigError`. */
export function readConfig({ flags = {}, environment = {}, file }: ConfigSources): Config {
  const fromFile = file === undefined ? {} : readJson(file, "settings");
  const values: Record<string, unknown> = {};
  const origins = new Map<string, string>();
  const take = (name: string, value: unknown, origin: string): void => {
    if (value === undefined) return;
    values[name] = value;
    origins.set(name, origin);
  };
  for (const [name, value] of Object.entries(fromFile)) take(name, value, `${name} in ${file}`);
  take("port", environment["PORT"], "PORT");
  for (const { name, variable, flag } of settings) {
    take(name, environment[variable], variable);
    take(name, flags[name], flag);
  }
  const parsed = Settings.safeParse(values);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.flatMap((issue) => {
    const [setting] = issue.path;
    const keys = setting === undefined && "keys" in issue ? issue.keys : [String(setting)];
    return keys.map((name) =>
      problemOf(name, values[name], origins.get(name) ?? name, issue.message),
    );
  });
  throw new ConfigError(problems.join("\n"));
}

function problemOf(name: string, value: unknown, origin: string, message: string): string {
  const known = settings.find((setting) => setting.name === name);
  if (known === undefined) return `There is no setting ${origin}.`;
  const problem = message.replace(/\.$/, "");
  return `${origin} is ${JSON.stringify(withoutPassword(name, value))}: ${problem}. Allowed: ${known.description}.`;
}

/** A value as it may be printed: of a URL without what may be a password, also where the URL is none. */
function withoutPassword(name: string, value: unknown): unknown {
  if (typeof value !== "string" || !name.endsWith("Url")) return value;
  return value.replace(/^(\w+:\/\/)?.*@/s, "$1***@");
}
