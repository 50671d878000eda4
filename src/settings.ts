/** The settings of a sandbox: what each is, what it may be, and what they mean to each other. */
import * as z from "zod";

import { surfaceNames } from "./domain/surface.ts";
import { isOwnHost, plainHost } from "./mail/mail-host.ts";
import { addressed } from "./mail/recipients.ts";
import { smtpServer, smtpUrlShape } from "./mail/smtp-url.ts";
import { assumptionRefusal } from "./rules/trace.ts";
import { readJson } from "./settings-file.ts";

/** An integer, also as the text that a flag or the environment has; an empty text is none. */
function integer(min: number, max: number) {
  return z.preprocess(
    (value) => (typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max),
  );
}

const port = integer(0, 65_535);
/** On or off; the flag alone says on. */
function onOff(byDefault: boolean, what: string) {
  return z
    .union([z.boolean(), z.enum(["on", "off", "true", "false", "1", "0"])])
    .transform((value) => value === true || value === "on" || value === "true" || value === "1")
    .default(byDefault)
    .meta({ description: `on or off: ${what}`, isSwitch: true });
}
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

/** Each setting by its name, with its default and what it is. */
export const shape = {
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
  headers: onOff(true, "the x-sandbox-* headers of answers"),
  https: onOff(false, "serve HTTPS, with certificates of a local authority"),
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
  requireHttps: onOff(false, "refuse plain HTTP on the emulated API"),
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

type Problem = readonly [setting: string, message: string];

function* portProblems(config: Checked): Generator<Problem> {
  const { https, httpsPort, port: main, surfacePorts } = config;
  if (httpsPort === null) return;
  if (!https) yield ["httpsPort", "HTTPS is off"];
  const taken = [main, ...Object.values(surfacePorts)];
  if (httpsPort !== 0 && taken.includes(httpsPort)) {
    yield [
      "httpsPort",
      "It is a port of plain HTTP; leave httpsPort out and every port speaks both",
    ];
  }
}

function* mailProblems(config: Checked): Generator<Problem> {
  const hosts = {
    smtpUrl: smtpServer(config.smtpUrl ?? "")?.host,
    mailpitUrl: config.mailpitUrl === null ? undefined : new URL(config.mailpitUrl).hostname,
  };
  const allowed = new Set(config.allowSmtpHost.map(plainHost));
  for (const [setting, named] of Object.entries(hosts)) {
    const host = plainHost(named ?? "");
    if (host === "" || isOwnHost(host) || allowed.has(host)) continue;
    yield [
      setting,
      `${host} is no loopback or private name, allow it with --allow-smtp-host ${host}`,
    ];
  }
  const { smtpRewriteTo: rewriteTo, smtpDomains: domains } = config;
  const envelope = addressed(rewriteTo === null ? [] : [rewriteTo], { rewriteTo: null, domains });
  if (!envelope.ok) {
    yield [
      "smtpRewriteTo",
      `it is at none of the domains that may be mailed (${domains.join(", ")})`,
    ];
  }
}

type Checked = z.output<z.ZodObject<typeof shape>>;

/** What settings mean to each other; the message stands under the one to change. */
export const Settings = z.strictObject(shape).superRefine((config, context) => {
  for (const [setting, message] of [...portProblems(config), ...mailProblems(config)]) {
    context.addIssue({ code: "custom", path: [setting], message });
  }
});
