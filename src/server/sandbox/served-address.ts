import { AsyncLocalStorage } from "node:async_hooks";

import { basePathOf, plainPublicUrl } from "../../base/values/public-url.ts";
import { forwardedBy, isForwarded } from "../../network/http/forwarded.ts";
import type { RequestContext } from "../../world/workspace/requests/context.ts";
import { isSafeHost } from "../control/access/guard.ts";
import type { Config } from "../settings/config.ts";

/** A request that was received on a port. */
type Received = Pick<RequestContext, "rawHeaders" | "request">;

/** The URLs where clients and recipients of mails reach the sandbox, without a trailing slash. */
export interface Address {
  /**
   * The base of links in mails: the public URL, or else the origin of the causing request. That one is
   * right behind a mapped port. Without a request it is the URL that serves the sandbox.
   */
  readonly url: () => string;
  /** The same for links of the answer to a request, or to the current one. Null unless the sandbox is served. */
  readonly servedAt: (received?: Received) => string | null;
  /** The base of the emulated API for the sender of a request: the HTTPS address, if this process serves one. */
  readonly apiUrl: () => string;
  /** Reports the URLs that serve the sandbox. Call the result when serving ends. */
  readonly served: (url: string, httpsUrl: string | null) => () => void;
  /** Runs `work`, which answers a request that was received on a port, and may send mails or link to the sandbox. */
  readonly during: <Result>(received: Received, work: () => Result) => Result;
  /** The public URL of the settings, or of a later `setPublicUrl`; null without one. */
  readonly publicUrl: () => string | null;
  readonly setPublicUrl: (url: string | null) => void;
  /** The path of the public URL; empty without one. */
  readonly basePath: () => string;
  /** The allowed hosts of the settings, and the host of the public URL. */
  readonly hosts: () => readonly string[];
}

type AddressConfig = Pick<
  Config,
  "allowHosts" | "controlHosts" | "httpsPort" | "port" | "publicUrl"
>;

/** Before the sandbox is served, its URL comes from the settings. */
export function newAddress(config: AddressConfig): Address {
  let { publicUrl } = config;
  let basePath = basePathOf(publicUrl);
  let current = publicUrl ?? `http://127.0.0.1:${config.port || 4610}`;
  let plainRoot = plainRootOf(current);
  const hosts = (): readonly string[] =>
    publicUrl === null ? config.allowHosts : [...config.allowHosts, new URL(publicUrl).hostname];
  let serving: readonly { readonly url: string; readonly httpsUrl: string | null }[] = [];
  const requests = new AsyncLocalStorage<Received>();
  /** Most clients use the URL of the start without a proxy, which needs no parsing. */
  const isPlain = ({ request, rawHeaders }: Received): boolean =>
    request.url.startsWith(plainRoot) && !isForwarded(rawHeaders);
  const ofRequest = (received = requests.getStore()): string | null => {
    if (received === undefined) return null;
    if (isPlain(received)) return current;
    return originOf(received.request, config, [...hosts(), ...config.controlHosts]);
  };
  const urlNow = (): string => publicUrl ?? ofRequest() ?? current;
  return {
    url: urlNow,
    apiUrl() {
      const url = urlNow();
      const here = serving.findLast((place) => isSameServer(place.url, url));
      return here?.httpsUrl ?? url;
    },
    servedAt(received) {
      const last = serving.at(-1);
      if (last === undefined) return null;
      return publicUrl ?? ofRequest(received) ?? last.url;
    },
    served(url, httpsUrl) {
      current = url;
      plainRoot = plainRootOf(url);
      const place = { url, httpsUrl };
      serving = [...serving, place];
      return () => void (serving = serving.filter((one) => one !== place));
    },
    // Without a request, links have the URL of the start. A request within another one has its own.
    during: (received, work) =>
      requests.getStore() === undefined && isPlain(received)
        ? work()
        : requests.run(received, work),
    publicUrl: () => publicUrl,
    setPublicUrl(url) {
      publicUrl = url === null ? null : plainPublicUrl(url);
      basePath = basePathOf(publicUrl);
    },
    basePath: () => basePath,
    hosts,
  };
}

/** What the URLs of requests to that HTTP URL begin with; for HTTPS, what no URL begins with. */
function plainRootOf(url: string): string {
  return url.startsWith("http:") ? `${url}/` : " ";
}

/** Whether two URLs reach the same server. Behind a mapped port, the port of its HTTPS is unknown. */
function isSameServer(one: string, other: string): boolean {
  const [first, second] = [new URL(one), new URL(other)];
  const areLocal = [first, second].every(({ hostname }) => loopback.has(hostname));
  return first.port === second.port && (areLocal || first.hostname === second.hostname);
}

const loopback: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * The origin that a request was sent to, here or at a reverse proxy; null for a host that is not allowed, because a client
 * chooses its Host header. A web page cannot choose those of a proxy. A port that accepts HTTP and HTTPS is linked by
 * HTTP, because a browser does not trust the local certificate authority.
 */
function originOf(
  request: Request,
  { httpsPort }: AddressConfig,
  allowed: readonly string[],
): string | null {
  const { protocol, hostname, host, port } = new URL(request.url);
  if (!isSafeHost(hostname, allowed)) return null;
  const forwarded = forwardedBy(request.headers);
  if (forwarded.host !== null) {
    const scheme = (forwarded.isHttps ?? protocol === "https:") ? "https" : "http";
    return new URL(`${scheme}://${forwarded.host}`).origin;
  }
  const speaksBoth = protocol === "https:" && httpsPort === null && port !== "";
  const isSecure = protocol === "https:" || forwarded.isHttps === true;
  return `${isSecure && !speaksBoth ? "https" : "http"}://${host}`;
}
