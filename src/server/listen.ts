/** Serves a sandbox on the ports of its settings, over HTTP and optionally HTTPS. */
import { hostname, networkInterfaces } from "node:os";
import { join } from "node:path";

import type { ServedHttps } from "../control/server-info.ts";
import { controlPrefix } from "../http/control-paths.ts";
import type { Listening, PortFetch, Tls } from "../http/serve.ts";
import { serve, useLightMessages, defaultTimeouts } from "../http/serve.ts";
import type { Config } from "../settings/config.ts";
import { ConfigError } from "../settings/config.ts";
import type { Registry } from "../workspace/registry.ts";
import type { MailRelay } from "./mail-relay.ts";

/** A listening sandbox; its URLs have no trailing slash. */
export interface ListeningSandbox {
  readonly url: string;
  readonly controlUrl: string;
  /** The HTTPS URL and the file of the certificate that clients must trust; null without HTTPS. */
  readonly https: ListenedHttps | null;
  /** Lets requests in flight finish within a second, then closes the server. */
  readonly close: () => Promise<void>;
}

interface ListenedHttps extends ServedHttps {
  readonly certificateFile: string;
}

/** Where and how to serve a sandbox; overrides its settings. */
export interface ServeAt extends Partial<Pick<Config, "host" | "port">> {
  /**
   * Whether the process serves nothing else. It then uses the server's lighter Request and Response until
   * `close`.
   */
  readonly isAlone?: boolean;
  /** Whether the answer to an arriving request keeps the connection open; by default, it does. */
  readonly keepsConnection?: () => boolean;
}

/** Serves a sandbox and reports where it serves HTTPS. */
export interface Listener {
  /** Throws `ConfigError` if the address or port is not available, or if HTTPS has no certificate authority. */
  readonly listen: (fetch: PortFetch, at: ServeAt) => Promise<ListeningSandbox>;
  /** Null until the sandbox is served over HTTPS. */
  readonly https: () => ServedHttps | null;
}

/** How long closing a sandbox waits for the mail server's decision on the current message. */
const settleMs = 500;

/** A listener with the ports and certificates of the settings. */
export function newListener(
  settings: Config,
  registry: Registry,
  mail: Pick<MailRelay, "settled">,
): Listener {
  let served: ServedHttps | null = null;
  return {
    https: () => served,
    async listen(fetch, { isAlone = false, keepsConnection, ...at }) {
      const config = { ...settings, ...at };
      const own = Object.values(config.surfacePorts).filter((port) => port !== config.port);
      const tls = config.https ? await openTls(config) : null;
      const giveBack = isAlone ? useLightMessages() : () => {};
      const ports = [config.port, ...own];
      const timeouts =
        keepsConnection === undefined ? defaultTimeouts : { ...defaultTimeouts, keepsConnection };
      const listening = await serve(fetch, config.host, ports, tls, timeouts).catch(
        (error: unknown) => {
          giveBack();
          throw refusedBy(config, error) ?? error;
        },
      );
      const url = (config.publicUrl ?? urlOf(config, "http", listening.ports[0])).replace(
        /\/$/,
        "",
      );
      const https =
        tls === null ? null : { ...tls.authority, url: secureUrl(config, url, listening) };
      served = https;
      const close = async (): Promise<void> => {
        registry.endEvents();
        await Promise.all([listening.close(), mail.settled(settleMs)]);
        giveBack();
      };
      return { url, controlUrl: url + controlPrefix, https, close };
    },
  };
}

/**
 * Converts a system error about an address or port to a `ConfigError` that names the setting; null for other
 * errors.
 */
function refusedBy(config: Config, cause: unknown): ConfigError | null {
  if (!(cause instanceof Error) || !("code" in cause)) return null;
  const { host, port, httpsPort } = config;
  const taken = "port" in cause ? Number(cause.port) : null;
  const own = taken === httpsPort ? "--https-port" : "--surface-ports";
  const portRefused = `Invalid ${taken === port ? "--port" : own}: ${taken}`;
  const advice = "Choose another one, or 0 for a free one.";
  const hostRefused = `Invalid --host: ${JSON.stringify(host)}. It is not an address of this machine`;
  const messages: Readonly<Record<string, string>> = {
    EADDRINUSE: `${portRefused}. The port is in use on ${host}. ${advice}`,
    EACCES: `${portRefused}. This user may not listen on the port. ${advice}`,
    EADDRNOTAVAIL: `${hostRefused}.`,
    ENOTFOUND: `${hostRefused}.`,
    EAI_AGAIN: `${hostRefused}, as far as the system can tell now.`,
  };
  const message = messages[String(cause.code)];
  return message === undefined ? null : new ConfigError(message, { cause });
}

/** Loads the modules of HTTPS on demand: a start without HTTPS stays fast. */
async function openTls(
  config: Config,
): Promise<Tls & { readonly authority: Pick<ListenedHttps, "certificate" | "certificateFile"> }> {
  const [{ openAuthority, openUsualAuthority, writeCertificate }, { hostContexts }, { tlsFront }] =
    await Promise.all([
      import("../https/authority.ts"),
      import("../https/host-contexts.ts"),
      import("../https/tls-front.ts"),
    ]);
  const folder = config.tlsDir ?? (config.data === null ? null : join(config.data, "tls"));
  try {
    const authority =
      folder === null
        ? openUsualAuthority(process.env, config.tlsNames)
        : openAuthority(folder, config.tlsNames);
    const { certificate, certificateFile } = authority;
    if (config.caFile !== null) writeCertificate(config.caFile, certificate);
    const contexts = hostContexts(authority, usualHosts(config));
    return {
      port: config.httpsPort,
      front: (server, speaks) => tlsFront(server, contexts, speaks),
      authority: { certificate, certificateFile },
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`HTTPS needs a certificate authority. ${reason}`, {
      cause: error,
    });
  }
}

/** The certificate's names for clients that send no host name: addresses, and the names of this machine. */
function usualHosts({ host, publicUrl }: Config): readonly string[] {
  const everywhere = ["0.0.0.0", "::"].includes(host);
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const names = [
    ...(everywhere ? addresses.map(({ address }) => address) : [host]),
    ...(publicUrl === null ? [] : [new URL(publicUrl).hostname.replaceAll(/[[\]]/g, "")]),
    "localhost",
    "127.0.0.1",
    "::1",
    hostname(),
  ];
  return [...new Set(names.map((name) => name.replace(/%.*$/, "")))];
}

function secureUrl(config: Config, url: string, { ports, tlsPort }: Listening): string {
  if (url.startsWith("https:")) return url;
  if (config.publicUrl === null) return urlOf(config, "https", tlsPort ?? ports[0]);
  const secure = new URL(url.replace(/^http:/, "https:"));
  if (tlsPort !== null) secure.port = String(tlsPort);
  return secure.href.replace(/\/$/, "");
}

function urlOf({ host }: Config, scheme: "http" | "https", port: number | undefined): string {
  const one = reachable[host] ?? host;
  return `${scheme}://${one.includes(":") ? `[${one}]` : one}:${port}`;
}

/** Clients cannot connect to a wildcard address, so URLs use loopback. */
const reachable: Readonly<Record<string, string | undefined>> = {
  "0.0.0.0": "127.0.0.1",
  "::": "::1",
};
