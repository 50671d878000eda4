/**
 * Reads the settings: flags override the environment, which overrides the file and the defaults. A blank variable is
 * unset, and an invalid setting is an error that names it.
 */
import { adoptFirst, withoutKeys } from "./adopt-value.ts";
import type { Problem } from "./cross-field-validation.ts";
import { adoptsAnyKey, problemsBetween } from "./cross-field-validation.ts";
import { ConfigError, readJson } from "./settings-file.ts";
import type { Config, SettingName } from "./settings.ts";
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
export function readConfig(sources: ConfigSources): Config {
  const given = givenValues(sources);
  // A JavaScript program can misspell a name; an unknown setting is an error.
  const unknown = [...given.keys()].filter((name) => !Object.hasOwn(shape, name));
  const { config, problems } = configOf(Object.keys(shape), given);
  refuse([...problems, ...unknown.map((name): Problem => [name, ""])], given);
  refuse(problemsBetween(config), given);
  return given.has("adopt") ? config : adoptingIntercepted(config);
}

/** Some settings, for commands that only call a sandbox. Problems of other settings do not matter to them. */
export function readSettings<const Name extends SettingName>(
  names: readonly Name[],
  sources: ConfigSources,
): Pick<Config, Name> {
  const given = givenValues(sources);
  const { config, problems } = configOf(names, given);
  refuse(problems, given);
  return config;
}

interface Given {
  readonly value: unknown;
  /** Such as `--port`, `LEAD_SANDBOX_PORT`, or `port in settings.json`. */
  readonly origin: string;
}

/** The values by setting name: flags override the environment, which overrides the file. */
function givenValues({ flags = {}, environment = {}, file }: ConfigSources): Map<string, Given> {
  const given = new Map<string, Given>();
  const take = (name: string, value: unknown, origin: string): void => {
    if (value !== undefined) given.set(name, { value, origin });
  };
  const fromFile = file === undefined ? {} : readJson(file, "settings");
  for (const [name, value] of Object.entries(fromFile)) take(name, value, `${name} in ${file}`);
  take("port", unlessBlank("port", environment["PORT"]), "PORT");
  for (const { name, variable } of settings) {
    take(name, unlessBlank(name, environment[variable]), variable);
  }
  const flagOf = new Map(settings.map(({ name, flag }) => [name, flag]));
  for (const [name, value] of Object.entries(flags)) take(name, value, flagOf.get(name) ?? name);
  return given;
}

/** Compose and CI systems set variables without a value. An empty control token would leave the API open. */
function unlessBlank(name: string, value: string | undefined): string | undefined {
  return name !== "controlToken" && value?.trim() === "" ? undefined : value;
}

function refuse(problems: readonly Problem[], given: ReadonlyMap<string, Given>): void {
  if (problems.length === 0) return;
  const lines = problems.map(([name, message]) => settingProblem(name, given.get(name), message));
  throw new ConfigError(lines.join("\n"));
}

/** A client that is intercepted has its own key and Firm, so adoption is on, except where others reach the port. */
function adoptingIntercepted(config: Config): Config {
  const isOn = config.intercept !== null && adoptsAnyKey(config);
  return isOn ? { ...config, adopt: adoptFirst } : config;
}

/** The named settings, given or default, and the problems of invalid ones. */
function configOf(
  names: readonly string[],
  given: ReadonlyMap<string, Given>,
): { readonly config: Config; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const wanted = Object.entries(shape).filter(([name]) => names.includes(name));
  const read = wanted.map(([name, { schema, expected, byDefault }]) => {
    const value = given.get(name)?.value;
    // Defaults need no check. When a complete config is read again, most values are defaults.
    if (value === undefined || value === byDefault) return [name, byDefault];
    const parsed = schema().safeParse(value);
    if (parsed.success) return [name, parsed.data];
    for (const found of ownMessages(parsed.error.issues)) {
      problems.push([name, `${found}Expected ${expected}`]);
    }
    return [name, byDefault];
  });
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

function settingProblem(name: string, given: Given | undefined, message: string): string {
  const { value, origin } = given ?? { value: undefined, origin: name };
  const known = settings.find((setting) => setting.name === name);
  if (known === undefined) {
    const meant = settings.find(({ flag }) => flag === `--${name}`);
    return `Unknown setting ${origin}.${meant === undefined ? "" : ` Did you mean ${meant.name}?`}`;
  }
  const problem = `Invalid ${origin}: ${JSON.stringify(withoutSecrets(name, value))}. ${message}.`;
  return isServiceLink(origin, value) ? `${problem} ${serviceLinkAdvice(origin)}` : problem;
}

/** Kubernetes sets `NAME_PORT` to the address of a Service NAME of the same namespace, in every pod. */
function isServiceLink(origin: string, value: unknown): boolean {
  const isPort = /^LEAD_SANDBOX_(?:\w+_)?PORT$/.test(origin);
  return isPort && typeof value === "string" && /^(?:tcp|udp|sctp):\/\//i.test(value);
}

function serviceLinkAdvice(variable: string): string {
  const service = variable
    .replace(/_PORT$/, "")
    .toLowerCase()
    .replaceAll("_", "-");
  return `Kubernetes has set it as a service link, because the namespace has a Service named ${service}. Set enableServiceLinks: false in the pod, set ${variable} yourself, or rename the Service.`;
}

/** A value for printing. Removes keys, and a possible password from a URL, even from an invalid one. */
function withoutSecrets(name: string, value: unknown): unknown {
  if (name === "adopt") return withoutKeys(value);
  if (typeof value !== "string" || !name.endsWith("Url")) return value;
  return value.replace(/^(\w+:\/\/)?.*@/s, "$1***@");
}
