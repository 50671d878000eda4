/** The settings of a sandbox: flag over environment over file over default; an invalid one is an error that names it. */
import { readFileSync } from "node:fs";

import * as z from "zod";

import { surfaceNames } from "./domain/surface.ts";
import { isOwnHost, plainHost } from "./mail/mail-host.ts";
import { addressed } from "./mail/recipients.ts";
import { smtpServer, smtpUrlShape } from "./mail/smtp-url.ts";
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
/** `name=value,name=value`, or the same as an object. */
const bySurface = z.union([
  z.partialRecord(z.enum(surfaceNames), z.union([z.string(), z.number()])),
  z
    .string()
    .transform((text) => Object.fromEntries(text.split(",").map((pair) => pair.split("=", 2)))),
]);

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
  requireHttps: onOff.default(false).describe("on or off: refuse plain HTTP on the emulated API"),
  surfacePorts: bySurface
    .pipe(z.partialRecord(z.enum(surfaceNames), port))
    .default({})
    .describe("ports of single surfaces, such as partner-production=4611,realtor-sandbox=4612"),
  surfaceHosts: bySurface
    .pipe(z.partialRecord(z.enum(surfaceNames), z.string().min(1)))
    .default({})
    .describe("more host patterns of surfaces, such as partner-production=api.example.test"),
  publicUrl: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null)
    .describe("URL that clients reach the sandbox at"),
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
    .nullable()
    .default(null)
    .describe("page that welcome mails invite to, in place of the sandbox's own"),
  mailDomain: z.hostname().default("lead-sandbox.example").describe("domain that mails come from"),
  outboxMessages: integer(1, 10_000_000)
    .default(10_000)
    .describe("messages that the outbox of a workspace keeps"),
  smtpUrl: z
    .string()
    .refine((text) => smtpServer(text) !== null, `Expected ${smtpUrlShape}`)
    .nullable()
    .default(null)
    .describe("mail server that captured mail goes on to, such as smtp://127.0.0.1:1025"),
  smtpRewriteTo: z
    .email()
    .nullable()
    .default(null)
    .describe("address that gets all of that mail, in place of those that it is for"),
  smtpDomains: names
    .default([])
    .describe("domains that may be mailed there, with commas; all when left out"),
  mailpitUrl: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null)
    .describe("Mailpit behind that mail server, such as http://127.0.0.1:8025"),
  allowSmtpHost: names
    .default([])
    .describe("mail servers that may be used beside loopback and private names, with commas"),
  journalEntries: integer(1, 10_000_000)
    .default(10_000)
    .describe("requests that the journal of a workspace keeps"),
  journalBytes: integer(1, Number.MAX_SAFE_INTEGER)
    .default(32 * 1024 * 1024)
    .describe("bytes that the journal of a workspace keeps"),
  logFormat: z.enum(["text", "json"]).default("text").describe("text or json"),
  logLevel: z.enum(["info", "silent"]).default("info").describe("info or silent"),
} as const;

const Settings = z.strictObject(shape).superRefine((config, context) => {
  const hosts = {
    smtpUrl: smtpServer(config.smtpUrl ?? "")?.host,
    mailpitUrl: config.mailpitUrl === null ? undefined : new URL(config.mailpitUrl).hostname,
  };
  const allowed = new Set(config.allowSmtpHost.map(plainHost));
  for (const [setting, named] of Object.entries(hosts)) {
    const host = plainHost(named ?? "");
    if (host === "" || isOwnHost(host) || allowed.has(host)) continue;
    const message = `${host} is no loopback or private name, allow it with --allow-smtp-host ${host}`;
    context.addIssue({ code: "custom", path: [setting], message });
  }
  const { smtpRewriteTo: rewriteTo, smtpDomains: domains } = config;
  const envelope = addressed(rewriteTo === null ? [] : [rewriteTo], { rewriteTo: null, domains });
  if (!envelope.ok) {
    const message = `it is at none of the domains that may be mailed (${domains.join(", ")})`;
    context.addIssue({ code: "custom", path: ["smtpRewriteTo"], message });
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
  return `${origin} is ${JSON.stringify(withoutPassword(name, value))}: ${problem}. Allowed: ${known.description}.`;
}

/** A value as it may be printed: of a URL without what may be a password, also where the URL is none. */
function withoutPassword(name: string, value: unknown): unknown {
  if (typeof value !== "string" || !name.endsWith("Url")) return value;
  return value.replace(/^(\w+:\/\/)?.*@/s, "$1***@");
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
