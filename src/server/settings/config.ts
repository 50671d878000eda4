/**
 * Reads the settings: flags override the environment, which overrides the file and the defaults. An invalid
 * setting is an error that names it.
 */
import { adoptFirst, withoutKeys } from "./adopt-value.ts";
import type { Problem } from "./cross-field-validation.ts";
import { adoptsAnyKey, problemsBetween } from "./cross-field-validation.ts";
import { ConfigError, readJson } from "./settings-file.ts";
import type { Config } from "./settings.ts";
import { shape } from "./settings.ts";

export { ConfigError } from "./settings-file.ts";

export type { Config, SettingName } from "./settings.ts";

/** Every setting with its flag, environment variable, default and description. */
export const settings = Object.entries(shape).map(
  ([name, { byDefault, description, isSwitch }]) => ({
    name,
    flag: `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    variable: `LEAD_SANDBOX_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`,
    byDefault,
    description,
    isSwitch,
  }),
);

export interface ConfigSources {
  /** Values by setting name, from the command line or a program. */
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** A JSON file with settings by name. */
  readonly file?: string | undefined;
}

/** The effective settings. Throws `ConfigError` for invalid ones. */
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
  // A JavaScript program can misspell a name; an unknown setting is an error.
  for (const [name, value] of Object.entries(flags)) {
    if (!Object.hasOwn(shape, name)) take(name, value, name);
  }
  const refuse = (problems: readonly Problem[]): void => {
    if (problems.length === 0) return;
    const lines = problems.map(([name, message]) =>
      settingProblem(name, values[name], origins.get(name) ?? name, message),
    );
    throw new ConfigError(lines.join("\n"));
  };
  const { config, problems } = configOf(values);
  refuse(problems);
  refuse(problemsBetween(config));
  return values["adopt"] === undefined ? adoptingIntercepted(config) : config;
}

/** A client that is intercepted has its own key and Firm, so adoption is on, except where others reach the port. */
function adoptingIntercepted(config: Config): Config {
  const isOn = config.intercept !== null && adoptsAnyKey(config);
  return isOn ? { ...config, adopt: adoptFirst } : config;
}

/** Every setting, given or default, and the problems of invalid ones. */
function configOf(values: Readonly<Record<string, unknown>>): {
  readonly config: Config;
  readonly problems: readonly Problem[];
} {
  const problems: Problem[] = [];
  const read = Object.entries(shape).map(([name, { schema, expected, byDefault }]) => {
    const value = values[name];
    // Defaults need no check. When a complete config is read again, most values are defaults.
    if (value === undefined || value === byDefault) return [name, byDefault];
    const parsed = schema().safeParse(value);
    if (parsed.success) return [name, parsed.data];
    for (const found of ownMessages(parsed.error.issues)) {
      problems.push([name, `${found}Expected ${expected}`]);
    }
    return [name, byDefault];
  });
  for (const name of Object.keys(values))
    if (!Object.hasOwn(shape, name)) problems.push([name, ""]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value is what the schema of its name read
  return { config: Object.fromEntries(read) as Config, problems };
}

/** The messages of the setting's own checks, as sentences. Messages of zod would only repeat what is expected. */
function ownMessages(issues: readonly Issue[]): readonly string[] {
  const own = issues.filter(({ code }) => code === "custom");
  return own.length === 0 ? [""] : own.map(({ message }) => `${message} `);
}

interface Issue {
  readonly code: string;
  readonly message: string;
}

function settingProblem(name: string, value: unknown, origin: string, message: string): string {
  const known = settings.find((setting) => setting.name === name);
  if (known === undefined) {
    const meant = settings.find(({ flag }) => flag === `--${name}`);
    return `Unknown setting ${origin}.${meant === undefined ? "" : ` Did you mean ${meant.name}?`}`;
  }
  return `Invalid ${origin}: ${JSON.stringify(withoutSecrets(name, value))}. ${message}.`;
}

/** A value for printing. Removes keys, and a possible password from a URL, even from an invalid one. */
function withoutSecrets(name: string, value: unknown): unknown {
  if (name === "adopt") return withoutKeys(value);
  if (typeof value !== "string" || !name.endsWith("Url")) return value;
  return value.replace(/^(\w+:\/\/)?.*@/s, "$1***@");
}
