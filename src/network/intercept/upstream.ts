/** The proxy that a user's environment names for other hosts, and the hosts that it is not for. */
import { BlockList, isIP } from "node:net";

import { decoded } from "../../base/values/decoded.ts";
import { plainHostName } from "../../base/values/host-pattern.ts";
import type { Target } from "./target.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface UpstreamProxy extends Target {
  readonly isSecure: boolean;
  /** The value of `Proxy-Authorization`; null without credentials. */
  readonly authorization: string | null;
}

/** Finds the proxy for a target; null for a direct connection. */
export type FindUpstream = (target: Target, scheme: "http" | "https") => UpstreamProxy | null;

/** Thrown for a variable that names no HTTP proxy. The message does not show credentials. */
export class UpstreamError extends Error {}

/**
 * Reads `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`. Their spelling in lower case comes first, as in curl.
 * Throws `UpstreamError`.
 */
export function upstreamOf(environment: Environment): FindUpstream {
  const proxies = {
    https: proxyIn(environment, "HTTPS_PROXY") ?? proxyIn(environment, "ALL_PROXY"),
    http: proxyIn(environment, "HTTP_PROXY") ?? proxyIn(environment, "ALL_PROXY"),
  };
  if (proxies.https === null && proxies.http === null) return () => null;
  const isDirect = exceptions(valueOf(environment, "NO_PROXY"));
  return (target, scheme) => (isDirect(target) ? null : proxies[scheme]);
}

function valueOf(environment: Environment, name: string): string {
  return environment[name.toLowerCase()] ?? environment[name] ?? "";
}

function proxyIn(environment: Environment, name: string): UpstreamProxy | null {
  const text = valueOf(environment, name).trim();
  if (text === "") return null;
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.hostname === "") {
    const shown = text.replace(/^([^/]*\/\/)?.*@/s, "$1***@");
    throw new UpstreamError(
      `Invalid ${name}: ${JSON.stringify(shown)}. Expected the URL of an HTTP proxy, such as http://proxy.example:3128: calls of other hosts pass through it. Change or unset it.`,
    );
  }
  const { protocol, hostname, port, username, password } = url;
  const isSecure = protocol === "https:";
  const credentials = `${decoded(username)}:${decoded(password)}`;
  return {
    host: hostname.replaceAll(/[[\]]/g, ""),
    port: port === "" ? (isSecure ? 443 : 80) : Number(port),
    isSecure,
    authorization:
      credentials === ":" ? null : `Basic ${Buffer.from(credentials).toString("base64")}`,
  };
}

/** `NO_PROXY`: `*`, names with their subdomains, addresses and networks, each with or without a port. */
function exceptions(list: string): (target: Target) => boolean {
  const rules = list
    .split(/[\s,]+/)
    .filter((text) => text !== "")
    .map(exception);
  return (target) => isLoopback(target.host) || rules.some((isMatch) => isMatch(target));
}

function exception(text: string): (target: Target) => boolean {
  const [, address, name = text, port] = /^(?:\[([^\]]+)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? [];
  const isPort = (target: Target): boolean => port === undefined || Number(port) === target.port;
  const host = plainHostName(address ?? name).replace(/^\*?\./, "");
  if (host === "*") return isPort;
  const [base = "", bits] = host.split("/", 2);
  if (isIP(base) !== 0) {
    const isInside = network(base, bits);
    return (target) => isPort(target) && isInside(target.host);
  }
  return (target) => {
    const asked = plainHostName(target.host);
    return isPort(target) && (asked === host || asked.endsWith(`.${host}`));
  };
}

function network(base: string, bits: string | undefined): (host: string) => boolean {
  const family = isIP(base) === 6 ? "ipv6" : "ipv4";
  const size = bits === undefined ? (family === "ipv6" ? 128 : 32) : Number(bits);
  const list = new BlockList();
  try {
    list.addSubnet(base, size, family);
  } catch {
    return () => false; // An invalid network matches nothing, as in other programs.
  }
  return (host) => isIP(host) !== 0 && list.check(host, isIP(host) === 6 ? "ipv6" : "ipv4");
}

/** Whether a host is this machine. No proxy is asked for it. */
export function isLoopback(host: string): boolean {
  const name = plainHostName(host);
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  return isIP(name) !== 0 && loopback.check(name, isIP(name) === 6 ? "ipv6" : "ipv4");
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");
loopback.addSubnet("::ffff:127.0.0.0", 104, "ipv6");
