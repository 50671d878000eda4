/** Serves a sandbox on the ports of its settings, over HTTP and optionally HTTPS. */
import { withoutBrackets } from "../../base/values/host-pattern.ts";
import { controlPrefix } from "../../network/http/control-paths.ts";
import type { Listening, PortFetch } from "../../network/http/serve.ts";
import { serve, useLightMessages, defaultTimeouts } from "../../network/http/serve.ts";
import type { ServedSandbox } from "../../network/intercept/route.ts";
import type { Registry } from "../../world/workspace/registry/registry.ts";
import type { ServedHttps } from "../control/server/server-info.ts";
import type { Config } from "../settings/config.ts";
import { ConfigError } from "../settings/config.ts";
import type { Interception, ServedProxy } from "./interception.ts";
import { newInterception } from "./interception.ts";
import type { MailRelay } from "./mail-relay.ts";
import type { OpenTls } from "./open-tls.ts";

/** A listening sandbox; its URLs have no trailing slash. */
export interface ListeningSandbox {
  readonly url: string;
  readonly controlUrl: string;
  /** The HTTPS URL and the file of the certificate that clients must trust; null without HTTPS. */
  readonly https: ListenedHttps | null;
  /** The proxy for calls of the provider's hosts; null unless the settings ask for it. */
  readonly proxy: ServedProxy | null;
  /** Lets requests in flight finish within a second, then closes the server. */
  readonly close: () => Promise<void>;
}

interface ListenedHttps extends ServedHttps {
  /** Null for an authority that no client can know. */
  readonly certificateFile: string | null;
}

/** Where and how to serve a sandbox; overrides its settings. */
export interface ServeAt extends Partial<Pick<Config, "host" | "port">> {
  /**
   * Whether the process serves nothing else. It then uses the server's lighter Request and Response until
   * `close`.
   */
  readonly isAlone?: boolean;
  /** Whether the process goes on while it listens; true by default. */
  readonly keepsProcess?: boolean;
  /** Whether the answer to an arriving request keeps the connection open; by default, it does. */
  readonly keepsConnection?: () => boolean;
  /** Whether answers have the header `Date`; by default they do. */
  readonly sendsDate?: boolean;
  /**
   * HTTPS with the certificate of an authority that no client can know. Called for each connection that a client closes
   * for that.
   */
  readonly onRefusedCertificate?: (() => void) | undefined;
}

/** Serves a sandbox and reports where it serves HTTPS. */
export interface Listener {
  /** Throws `ConfigError` if the address or port is not available, or if HTTPS has no certificate authority. */
  readonly listen: (fetch: PortFetch, at: ServeAt) => Promise<ListeningSandbox>;
  /** Null until the sandbox is served over HTTPS. */
  readonly https: () => ServedHttps | null;
  /** The certificate that clients of HTTPS, or of the proxy, must trust; null without one. */
  readonly certificate: () => string | null;
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
  let certificate: string | null = null;
  const open = new Set<Listening>();
  return {
    https: () => served,
    certificate: () => certificate,
    async listen(fetch, given) {
      const { isAlone = false, keepsProcess = true, keepsConnection, sendsDate, ...at } = given;
      const config = { ...settings, ...at, host: withoutBrackets(at.host ?? settings.host) };
      const others = Object.values(config.surfacePorts).filter((port) => port !== config.port);
      const intercepted = await newInterception(config);
      const tls = await tlsOf(config, intercepted, at.onRefusedCertificate);
      const giveBack = isAlone ? useLightMessages() : () => {};
      const ports = [config.port, ...others];
      const timeouts = { ...defaultTimeouts, keepsConnection, sendsDate };
      const refuse = (error: unknown): never => {
        giveBack();
        throw refusedBy(config, error) ?? error;
      };
      const listening = await serve(fetch, config.host, ports, tls, timeouts).catch(refuse);
      if (!keepsProcess) listening.unref();
      const url = config.publicUrl ?? urlOf(config, "http", listening.ports[0]);
      const https = httpsOf(config, tls, secureUrl(config, url, listening));
      const proxy = await proxyOf(intercepted, tls, addressOf(config, listening)).catch(
        async (error: unknown) => {
          await listening.close();
          return refuse(error);
        },
      );
      open.add(listening);
      served = https;
      certificate = tls?.certificate ?? null;
      const close = async (): Promise<void> => {
        open.delete(listening);
        // Their streams outlive no server, and those of another one go on.
        if (open.size === 0) registry.endEvents();
        await Promise.all([listening.close(), mail.settled(settleMs)]);
        await proxy?.close();
        giveBack();
      };
      const controlUrl = url + controlPrefix;
      return { url, controlUrl, https, proxy: proxy?.served ?? null, close };
    },
  };
}

async function tlsOf(
  config: Config,
  intercepted: Interception | null,
  onRefused: ServeAt["onRefusedCertificate"],
): Promise<OpenTls | null> {
  if (!config.https && intercepted === null) return null;
  const { openTls } = await import("./open-tls.ts");
  const refused = onRefused === undefined ? {} : { refused: onRefused };
  const watch = { ...intercepted?.log.handshakes, ...refused };
  return openTls(config, intercepted?.hosts ?? null, watch, onRefused === undefined);
}

function httpsOf({ https }: Config, tls: OpenTls | null, url: string): ListenedHttps | null {
  if (!https || tls === null) return null;
  return { url, certificate: tls.certificate, certificateFile: tls.certificateFile };
}

async function proxyOf(
  intercepted: Interception | null,
  tls: OpenTls | null,
  address: ServedSandbox,
): Promise<Awaited<ReturnType<Interception["open"]>> | null> {
  return intercepted === null || tls === null ? null : intercepted.open(address, tls.certificate);
}

function addressOf({ host }: Config, { ports, tlsPort }: Listening): ServedSandbox {
  return { host: reachable[host] ?? host, port: ports[0] ?? 0, tlsPort };
}

/**
 * Converts a system error about an address or port to a `ConfigError` that names the setting; null for other
 * errors.
 */
function refusedBy(config: Config, cause: unknown): ConfigError | null {
  if (!(cause instanceof Error) || !("code" in cause)) return null;
  const { host, port, httpsPort, proxyPort } = config;
  const taken = "port" in cause ? Number(cause.port) : null;
  const others = { [Number(httpsPort)]: "--https-port", [Number(proxyPort)]: "--proxy-port" };
  const own = others[Number(taken)] ?? "--surface-ports";
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
