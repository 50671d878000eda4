/** The settings of a sandbox: flag over environment over file over default; an invalid one is an error that names it. */
import { readFileSync } from "node:fs";

import * as z from "zod";

import { surfaceNames } from "./domain/surface.ts";
import { assumptionRefusal } from "./rules/trace.ts";

/** An integer, also as the text that a flag or the environment has; an empty text is none. */
function integer(min: number, max: number) {
  return z.preprocess(
    (value) => (typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max),
  );
}

const port = integer(0, 65_535);
const onOff = z
  .union([z.boolean(), z.enum(["on", "off", "true", "false", "1", "0"])])
  .transform((value) => value === true || value === "on" || value === "true" || value === "1");
const names = z.union([
  z.array(z.string()),
  z.string().transform((text) =>
    text
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean),
  ),
]);
/** `name=value,name=value`, or the same as an object; a name that comes again has several values. */
const bySurface = z.union([
  z.partialRecord(z.enum(surfaceNames), z.unknown()),
  z.string().transform((text): Record<string, unknown> => {
    const pairs = text.split(",").map((pair) => pair.trim().split("=", 2));
    const values = Map.groupBy(pairs, ([name = ""]) => name);
    return Object.fromEntries(
      Array.from(values, ([name, all]): [string, unknown] => {
        const [first, ...others] = all.map(([, value]) => value);
        return [name, others.length === 0 ? first : [first, ...others]];
      }),
    );
  }),
]);

const hostPattern = z
  .string()
  .regex(/^[\w.*-]+$/, "Expected a host name, in which * stands for any text");

/** Choices by rule id, or the JSON file that holds them. */
const choices = z.preprocess(
  (value) => (typeof value === "string" ? readJson(value, "assumptions") : value),
  z.record(z.string(), z.unknown()).transform((given, context): Record<string, string> => {
    for (const [id, choice] of Object.entries(given)) {
      const message = assumptionRefusal(id, choice);
      if (message !== null) context.addIssue({ code: "custom", message });
    }
    return Object.fromEntries(Object.entries(given).map(([id, choice]) => [id, String(choice)]));
  }),
);

const shape = {
  port: port.default(4610).describe("port for everything; 0 takes a free one"),
  host: z.string().min(1).default("127.0.0.1").describe("address to listen on"),
  data: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe("folder that keeps the workspaces, one file each"),
  fixture: z
    .string()
    .min(1)
    .default("default")
    .describe("fixture to start with: a name or a JSON file"),
  seed: integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
    .default(1)
    .describe("seed of ids, keys and every other random choice"),
  quota: z
    .union([z.null(), z.literal("off").transform(() => null), integer(1, Number.MAX_SAFE_INTEGER)])
    .optional()
    .describe("requests per hour of every key, or off"),
  headers: onOff.default(true).describe("on or off: the x-sandbox-* headers of answers"),
  https: onOff
    .default(false)
    .describe("on or off: serve HTTPS, with certificates of a local authority"),
  httpsPort: port
    .nullable()
    .default(null)
    .describe("port for HTTPS alone, with --https; every port speaks both without it"),
  tlsDir: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe(
      "folder that keeps the local authority; DIR/tls with --data DIR, else one of the user's",
    ),
  requireHttps: onOff.default(false).describe("on or off: refuse plain HTTP on the emulated API"),
  surfacePorts: bySurface
    .pipe(z.partialRecord(z.enum(surfaceNames), port))
    .default({})
    .describe("ports of single surfaces, such as partner-production=4611,realtor-sandbox=4612"),
  surfaceHosts: bySurface
    .pipe(z.partialRecord(z.enum(surfaceNames), z.union([hostPattern, z.array(hostPattern)])))
    .default({})
    .describe(
      "more host patterns of surfaces, such as partner-production=api.example.test; a surface can come several times",
    ),
  publicUrl: z.url().nullable().default(null).describe("URL that clients reach the sandbox at"),
  allowHosts: names.default([]).describe("host names allowed on the control API, with commas"),
  controlToken: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe("bearer token of the control API"),
  assumptions: choices
    .default({})
    .describe("JSON file of choices by rule id, for every workspace, as check-target writes it"),
  signUpUrl: z
    .url()
    .default("https://app.lead-sandbox.example/auth/sign-up")
    .describe("page that welcome mails invite to"),
  mailDomain: z.hostname().default("lead-sandbox.example").describe("domain that mails come from"),
  journalEntries: integer(1, 10_000_000)
    .default(10_000)
    .describe("requests that the journal of a workspace keeps"),
  journalBytes: integer(1, Number.MAX_SAFE_INTEGER)
    .default(32 * 1024 * 1024)
    .describe("bytes that the journal of a workspace keeps"),
  logFormat: z.enum(["text", "json"]).default("text").describe("text or json"),
  logLevel: z.enum(["info", "silent"]).default("info").describe("info or silent"),
} as const;

/** What settings mean to each other; the message stands under the one to change. */
const Settings = z.strictObject(shape).superRefine((config, context) => {
  const { https, httpsPort, port: main, surfacePorts } = config;
  if (httpsPort === null) return;
  const refuse = (message: string) =>
    context.addIssue({ code: "custom", path: ["httpsPort"], message });
  if (!https) refuse("HTTPS is off");
  const taken = [main, ...Object.values(surfacePorts)];
  if (httpsPort !== 0 && taken.includes(httpsPort)) {
    refuse("It is a port of plain HTTP; leave httpsPort out and every port speaks both");
  }
});
export type Config = z.output<typeof Settings>;
export type SettingName = keyof typeof shape;

/** Every setting with its flag, its environment variable and what it is. */
export const settings = Object.entries(shape).map(([name, schema]) => ({
  name,
  flag: `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
  variable: `LEAD_SANDBOX_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`,
  description: schema.description ?? "",
  /** Whether the flag alone says on. */
  isSwitch: schema.safeParse(true).success,
}));

/** A setting that cannot be used; the message names it, where it came from and what is allowed. */
export class ConfigError extends Error {}

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
  return `${origin} is ${JSON.stringify(value)}: ${problem}. Allowed: ${known.description}.`;
}

function readJson(file: string, what: string): Record<string, unknown> {
  try {
    const document: unknown = JSON.parse(readFileSync(file, "utf8"));
    return z.record(z.string(), z.unknown()).parse(document);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`The ${what} file ${file} cannot be read: ${reason}`, { cause: error });
  }
}
