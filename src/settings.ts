/** The settings of a sandbox, with their defaults and allowed values. */
import * as z from "zod";

import { surfaceNames } from "./domain/surface.ts";
import { smtpServer, smtpUrlShape } from "./mail/smtp-url.ts";
import { assumptionRefusal } from "./rules/trace.ts";
import { readJson } from "./settings-file.ts";

/** One setting: its allowed values, its default and its purpose. */
interface Setting<Schema extends z.ZodType, Default> {
  /** Created only when the setting is given, because most are not: this keeps startup fast. */
  readonly schema: () => Schema;
  readonly byDefault: Default;
  readonly description: string;
  /** Whether the flag without a value means on. */
  readonly isSwitch: boolean;
}

function setting<Schema extends z.ZodType, const Default>(
  byDefault: Default,
  schema: () => Schema,
  description: string,
): Setting<Schema, Default> {
  return { schema, byDefault, description, isSwitch: false };
}

/** A setting with the values on and off. */
function onOff(byDefault: boolean, what: string) {
  return { ...setting(byDefault, switched, `on or off: ${what}`), isSwitch: true };
}

function switched() {
  return z
    .union([z.boolean(), z.enum(["on", "off", "true", "false", "1", "0"])])
    .transform((value) => value === true || value === "on" || value === "true" || value === "1");
}

/** An integer, also as text from a flag or environment variable; empty text is invalid. */
function integer(min: number, max: number) {
  return z.preprocess(
    (value) => (typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max),
  );
}

function port(min = 0) {
  return integer(min, 65_535);
}

function text() {
  return z.string().min(1);
}

function webUrl() {
  return z.url({ protocol: /^https?$/ });
}

function names() {
  return z.union([
    z.array(z.string()),
    z.string().transform((given) =>
      given
        .split(",")
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ]);
}

/** `name=value,name=value`, or the same as an object. A repeated name has several values. */
function bySurface() {
  return z.union([
    z.partialRecord(z.enum(surfaceNames), z.unknown()),
    z.string().transform((given): Record<string, unknown> => {
      const pairs = given.split(",").map((pair) => pair.trim().split("=", 2));
      const values = Map.groupBy(pairs, ([name = ""]) => name);
      return Object.fromEntries(
        Array.from(values, ([name, all]): [string, unknown] => {
          const [first, ...others] = all.map(([, value]) => value);
          return [name, others.length === 0 ? first : [first, ...others]];
        }),
      );
    }),
  ]);
}

function tlsNames() {
  const name = z
    .string()
    .regex(/^(?:\*\.)?[\w-]+(?:\.[\w-]+)*$/, "Expected a host name or address");
  return names().pipe(z.array(z.union([name, z.ipv6()])));
}

function hostPatterns() {
  const one = z.string().regex(/^[\w.*-]+$/, "Expected a host name, where * matches any text");
  return z.union([one, z.array(one)]);
}

/** Choices by rule id, or a JSON file with them. */
function choices() {
  return z.preprocess(
    (value) => (typeof value === "string" ? readJson(value, "assumptions") : value),
    z.record(z.string(), z.unknown()).transform((given, context): Record<string, string> => {
      for (const [id, choice] of Object.entries(given)) {
        const message = assumptionRefusal(id, choice);
        if (message !== null) context.addIssue({ code: "custom", message });
      }
      return Object.fromEntries(Object.entries(given).map(([id, choice]) => [id, String(choice)]));
    }),
  );
}

/** All settings by name. */
export const shape = {
  port: setting(4610, port, "port for everything; 0 selects a free one"),
  host: setting("127.0.0.1", text, "address to listen on"),
  data: setting(null, text, "folder to keep workspaces in, one file each"),
  fixture: setting("default", text, "fixture to start with: a name or a JSON file"),
  seed: setting(
    1,
    () => integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    "seed of ids, keys and every other random choice",
  ),
  quota: setting(
    undefined,
    () =>
      z.union([
        z.null(),
        z.literal("off").transform(() => null),
        integer(1, Number.MAX_SAFE_INTEGER),
      ]),
    "requests per hour of every key of a new workspace, or off",
  ),
  headers: onOff(true, "send the x-sandbox-* headers"),
  https: onOff(false, "serve HTTPS, with certificates of a local authority"),
  httpsPort: setting(
    null,
    port,
    "separate port for HTTPS, with --https; without it, every port serves both",
  ),
  tlsDir: setting(
    null,
    text,
    "folder of the local authority; by default DIR/tls with --data DIR, else a folder of the user",
  ),
  tlsNames: setting(
    [],
    tlsNames,
    "host names that the local authority may certify, with their subdomains, comma-separated; by default any",
  ),
  caFile: setting(
    null,
    text,
    "file to copy the authority's certificate to, such as one in a volume that clients can read",
  ),
  requireHttps: onOff(false, "refuse plain HTTP on the emulated API"),
  surfacePorts: setting(
    {},
    // Port 0 is not allowed: the sandbox could not report the port that it got.
    () => bySurface().pipe(z.partialRecord(z.enum(surfaceNames), port(1))),
    "separate ports of surfaces, not 0, such as partner-production=4611,realtor-sandbox=4612",
  ),
  surfaceHosts: setting(
    {},
    () => bySurface().pipe(z.partialRecord(z.enum(surfaceNames), hostPatterns())),
    "additional host patterns of surfaces, such as partner-production=api.example.test; repeat a surface for several",
  ),
  publicUrl: setting(null, webUrl, "URL where clients reach the sandbox"),
  allowHosts: setting(
    [],
    names,
    "host names allowed on the control API, comma-separated; if set, they also restrict the emulated API",
  ),
  controlToken: setting(null, text, "bearer token of the control API"),
  assumptions: setting(
    {},
    choices,
    "JSON file with choices by rule id for new workspaces, as check-target writes it",
  ),
  signUpUrl: setting(
    null,
    () => z.url(),
    "sign-up page that welcome mails link to, instead of the sandbox's own",
  ),
  mailDomain: setting("lead-sandbox.example", () => z.hostname(), "domain that mails come from"),
  outboxMessages: setting(
    10_000,
    () => integer(1, 10_000_000),
    "maximum messages in the outbox of a workspace",
  ),
  outboxBytes: setting(
    32 * 1024 * 1024,
    () => integer(1, Number.MAX_SAFE_INTEGER),
    "maximum bytes in the outbox of a workspace",
  ),
  smtpUrl: setting(
    null,
    () => z.string().refine((url) => smtpServer(url) !== null, `Expected ${smtpUrlShape}`),
    "mail server to relay captured mail to, such as smtp://127.0.0.1:1025",
  ),
  smtpRewriteTo: setting(
    null,
    () => z.email(),
    "address that gets all relayed mail, instead of its recipients",
  ),
  smtpDomains: setting(
    [],
    names,
    "domains that may get relayed mail, comma-separated; by default all",
  ),
  mailpitUrl: setting(
    null,
    webUrl,
    "Mailpit behind that mail server, such as http://127.0.0.1:8025",
  ),
  allowSmtpHost: setting(
    [],
    names,
    "mail servers allowed in addition to loopback and private names, separated by commas",
  ),
  journalEntries: setting(
    10_000,
    () => integer(1, 10_000_000),
    "maximum requests in the journal of a workspace",
  ),
  journalBytes: setting(
    32 * 1024 * 1024,
    () => integer(1, Number.MAX_SAFE_INTEGER),
    "maximum bytes in the journal of a workspace",
  ),
  logFormat: setting("text", () => z.enum(["text", "json"]), "text or json"),
  logLevel: setting("info", () => z.enum(["info", "silent"]), "info or silent"),
} as const;

export type SettingName = keyof typeof shape;
type ValueOf<Name extends SettingName> =
  | z.output<ReturnType<(typeof shape)[Name]["schema"]>>
  | (null extends (typeof shape)[Name]["byDefault"] ? null : never)
  | (undefined extends (typeof shape)[Name]["byDefault"] ? undefined : never);

/** Every setting with its value. */
export type Config = {
  readonly [Name in SettingName as undefined extends ValueOf<Name> ? never : Name]: ValueOf<Name>;
} & {
  readonly [Name in SettingName as undefined extends ValueOf<Name> ? Name : never]?: ValueOf<Name>;
};
