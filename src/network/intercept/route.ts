/** Where the proxy sends a call, and the connections to there. */
import { lookup } from "node:dns/promises";
import { connect, isIP } from "node:net";
import type { Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { connect as connectTls } from "node:tls";

import { plainHostName } from "../../base/values/host-pattern.ts";
import { refusals } from "./refusal.ts";
import type { Target } from "./target.ts";
import { textOfTarget } from "./target.ts";
import type { FindUpstream, UpstreamProxy } from "./upstream.ts";
import { isLoopback } from "./upstream.ts";

/** The sandbox in this process. */
export interface ServedSandbox {
  readonly host: string;
  /** The port for HTTP, and for HTTPS too unless `tlsPort` is for that. */
  readonly port: number;
  readonly tlsPort: number | null;
}

/** What decides where calls go. */
export interface RouteOptions {
  readonly sandbox: ServedSandbox;
  readonly isIntercepted: (host: string) => boolean;
  readonly otherHosts: "pass" | "refuse";
  /** Whether other machines reach the proxy: to them, the loopback of this one is another host. */
  readonly isOpen: boolean;
  readonly upstream: FindUpstream;
  /** Resolves a name of another host; by default as the system does. */
  readonly resolve?: (host: string) => Promise<readonly Address[]>;
}

/** Where a call goes. */
export type Route =
  | { readonly to: "sandbox"; readonly target: Target }
  | { readonly to: "upstream"; readonly target: Target; readonly proxy: UpstreamProxy }
  | { readonly to: "host"; readonly target: Target; readonly addresses: readonly Address[] };

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Whether a host belongs to the provider; its port does not matter. */
export function isForSandbox({ isIntercepted }: RouteOptions, { host }: Target): boolean {
  return isIntercepted(plainHostName(host));
}

/**
 * The route of a call. Rejects with a `Refusal` for a host that is refused, for the proxy itself at `ownPort`, and for
 * another name of the sandbox; with the error of the system for an unknown host.
 */
export async function routeOf(
  options: RouteOptions,
  target: Target,
  scheme: "http" | "https",
  ownPort: number,
): Promise<Route> {
  const { sandbox, otherHosts, isOpen, upstream } = options;
  if (isForSandbox(options, target)) {
    const port =
      target.port === 80 || scheme === "http" ? sandbox.port : (sandbox.tlsPort ?? sandbox.port);
    return { to: "sandbox", target: { host: sandbox.host, port } };
  }
  const text = textOfTarget(target);
  if (otherHosts === "refuse" && (isOpen || !isLoopback(target.host))) {
    throw refusals.otherHost(text);
  }
  const proxy = upstream(target, scheme);
  const next = proxy ?? target;
  const { resolve = (host) => lookup(host, { all: true }) } = options;
  const addresses = await resolve(plainHostName(next.host));
  if (addresses.some(({ address }) => isOwnAddress(address))) {
    if (next.port === ownPort) throw refusals.itself(textOfTarget(next));
    const isSandbox = next.port === sandbox.port || next.port === sandbox.tlsPort;
    if (isSandbox && !isLoopback(next.host)) throw refusals.controlPlane(text);
  }
  return proxy === null ? { to: "host", target, addresses } : { to: "upstream", target, proxy };
}

function isOwnAddress(address: string): boolean {
  if (isLoopback(address) || address === "0.0.0.0" || address === "::") return true;
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return own.some((one) => one.address === address);
}

/**
 * Opens a connection along a route, to the upstream proxy itself if there is one. An error that comes while no reader
 * listens does not end the process; the connection closes.
 */
export function connectionOf(route: Route): Socket {
  return newConnection(route).on("error", () => {});
}

function newConnection(route: Route): Socket {
  if (route.to === "upstream") {
    const { host, port, isSecure } = route.proxy;
    return isSecure
      ? // SNI has no addresses, and Node throws for one.
        connectTls({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}) })
      : connect({ host, port, allowHalfOpen: true });
  }
  const { host, port } = route.target;
  if (route.to === "sandbox") return connect({ host, port, allowHalfOpen: true });
  const { addresses } = route;
  return connect({
    host: plainHostName(host),
    port,
    allowHalfOpen: true,
    // The addresses that were checked, so that a second answer of DNS cannot differ.
    lookup(_host, { all }, found) {
      const [first] = addresses;
      if (all === true) found(null, [...addresses]);
      else found(null, first?.address ?? "", first?.family);
    },
  });
}
