/** The settings of a sandbox, with their defaults and allowed values. */
import type * as z from "zod";

import { adopt } from "./adopt-value.ts";
import { interceptedHosts } from "./intercepted-hosts.ts";
import type { Kind } from "./setting-values.ts";
import * as value from "./setting-values.ts";

/** One setting: its kind of value, its default and its purpose. */
interface Setting<Schema extends z.ZodType, Default> extends Kind<Schema> {
  readonly byDefault: Default;
  readonly description: string;
  /** Whether the flag without a value means on. */
  readonly isSwitch: boolean;
}

function setting<Schema extends z.ZodType, const Default>(
  byDefault: Default,
  kind: Kind<Schema>,
  description: string,
): Setting<Schema, Default> {
  return { ...kind, byDefault, description, isSwitch: false };
}

function onOff(byDefault: boolean, what: string) {
  return { ...setting(byDefault, value.onOff, `on or off: ${what}`), isSwitch: true };
}

const folder = value.text("the path of a folder");

/** All settings by name. */
export const shape = {
  port: setting(4610, value.port, "port for everything; 0 selects a free one"),
  host: setting("127.0.0.1", value.host, "address to listen on"),
  data: setting(null, folder, "folder to keep workspaces in, one file each"),
  strictData: onOff(
    false,
    "with --data, fail to start for any damaged workspace file, instead of setting that workspace aside",
  ),
  fixture: setting(
    "default",
    value.text("the name of a fixture, or a JSON file"),
    "fixture to start with: a name or a JSON file",
  ),
  seed: setting(1, value.integer(), "seed of ids, keys and every other random choice"),
  shard: setting(
    null,
    value.shard,
    "number of this sandbox among several behind one address; ids and keys of its workspaces begin with it",
  ),
  workspacesMax: setting(
    null,
    value.integer(1),
    "maximum number of workspaces besides the default one; the next one is 507",
  ),
  workspaceBytesMax: setting(
    null,
    value.size,
    "maximum size of the database of a workspace, such as 50MB; control calls over it are 507",
  ),
  bytesMax: setting(
    null,
    value.size,
    "maximum size of the databases and snapshots on disk of all workspaces together, such as 2GB",
  ),
  workspaceTtl: setting(
    null,
    value.integer(1),
    "seconds without use after which a new workspace is dropped, unless its creator says otherwise",
  ),
  quota: setting(
    undefined,
    value.quota,
    "requests per hour of every key of a new workspace, or off",
  ),
  adopt: {
    ...setting(
      null,
      adopt,
      "take the client's own API key, Firm id and FirmMember id: the first unknown ones, or key=UUID,firm=ID,member=ID",
    ),
    isSwitch: true,
  },
  adoptFromNetwork: onOff(false, "with --adopt, also serve on a host that is not loopback"),
  headers: onOff(true, "send the x-sandbox-* headers"),
  https: onOff(false, "serve HTTPS, with certificates of a local authority"),
  httpsPort: setting(
    null,
    value.port,
    "separate port for HTTPS, with --https; without it, every port serves both",
  ),
  tlsDir: setting(
    null,
    folder,
    "folder of the local authority; by default DIR/tls with --data DIR, else a folder of the user",
  ),
  tlsNames: setting(
    [],
    value.tlsNames,
    "host names that the local authority may certify, with their subdomains, comma-separated; by default any",
  ),
  caFile: setting(
    null,
    value.text("the path of a file"),
    "file to copy the authority's certificate to, such as one in a volume that clients can read",
  ),
  requireHttps: onOff(false, "refuse plain HTTP on the emulated API"),
  surfacePorts: setting(
    {},
    value.surfacePorts,
    "separate ports of surfaces, not 0, such as partner-production=4611,realtor-sandbox=4612",
  ),
  surfaceHosts: setting(
    {},
    value.surfaceHosts,
    "additional host patterns of surfaces, such as partner-production=api.example.test; repeat a surface for several",
  ),
  intercept: {
    ...setting(
      null,
      interceptedHosts,
      "catch calls of these hosts with a proxy, such as leads.lender.example; alone, those of all surfaces",
    ),
    isSwitch: true,
  },
  proxyPort: setting(
    null,
    value.port,
    "port of that proxy; by default a free one with --intercept, else none",
  ),
  otherHosts: setting(
    undefined,
    value.oneOf("pass", "refuse"),
    "pass or refuse: what the proxy does with calls of other hosts; pass by default on loopback",
  ),
  publicUrl: setting(
    null,
    value.publicUrl,
    "URL where clients reach the sandbox, such as https://tools.example.com/leads",
  ),
  allowHosts: setting(
    [],
    value.names("host names"),
    "host names allowed on the control API, comma-separated; if set, they also restrict the emulated API",
  ),
  controlHosts: setting(
    [],
    value.names("host names"),
    "host names allowed on the control API only, comma-separated, such as leads.testing for a Service of Kubernetes",
  ),
  controlToken: setting(null, value.token, "bearer token of the control API"),
  isolate: onOff(
    false,
    "with --control-token, that token creates and lists workspaces, and only a workspace's own token opens it",
  ),
  mcp: onOff(true, "serve MCP for coding agents at /_sandbox/mcp"),
  assumptions: setting(
    {},
    value.choices,
    "JSON file with choices by rule id for new workspaces, as check-target and check-har write it",
  ),
  signUpUrl: setting(
    null,
    value.url,
    "sign-up page that welcome mails link to, instead of the sandbox's own",
  ),
  mailDomain: setting("lead-sandbox.example", value.domain, "domain that mails come from"),
  outboxMessages: setting(
    10_000,
    value.integer(1, 10_000_000),
    "maximum messages in the outbox of a workspace",
  ),
  outboxBytes: setting(16 * 1024 * 1024, value.size, "maximum bytes in the outbox of a workspace"),
  smtpUrl: setting(
    null,
    value.smtpUrl,
    "mail server to relay captured mail to, such as smtp://127.0.0.1:1025",
  ),
  smtpRewriteTo: setting(
    null,
    value.emailAddress,
    "address that gets all relayed mail, instead of its recipients",
  ),
  smtpDomains: setting(
    [],
    value.names("domains"),
    "domains that may get relayed mail, comma-separated; by default all",
  ),
  mailpitUrl: setting(
    null,
    value.webUrl,
    "Mailpit behind that mail server, such as http://127.0.0.1:8025",
  ),
  allowSmtpHost: setting(
    [],
    value.names("host names"),
    "mail servers allowed in addition to loopback and private hosts, comma-separated",
  ),
  journalEntries: setting(
    10_000,
    value.integer(1, 10_000_000),
    "maximum requests in the journal of a workspace",
  ),
  journalBytes: setting(
    16 * 1024 * 1024,
    value.size,
    "maximum bytes in the journal of a workspace",
  ),
  logFormat: setting("text", value.oneOf("text", "json"), "text or json"),
  logLevel: setting("info", value.oneOf("debug", "info", "silent"), "debug, info or silent"),
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
