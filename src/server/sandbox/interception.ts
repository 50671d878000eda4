/** The proxy that sends calls of the provider's hosts to a sandbox. */
import { hostPattern, plainHostName } from "../../base/values/host-pattern.ts";
import { surfaceHosts, surfaceNames } from "../../domain/model/surface.ts";
import type { SurfaceName } from "../../domain/model/surface.ts";
import type { CertifiedHosts } from "../../network/https/run-authority.ts";
import type { ServedSandbox } from "../../network/intercept/route.ts";
import type { Seen, SeenLog } from "../../network/intercept/seen.ts";
import type { Config } from "../settings/config.ts";
import { ConfigError } from "../settings/config.ts";

/** A proxy in front of a listening sandbox. */
export interface ServedProxy {
  readonly url: string;
  /** The certificate of the authority that certifies the provider's hosts, as PEM. */
  readonly certificate: string;
  /** The patterns of the hosts that the proxy sends to the sandbox. */
  readonly hosts: readonly string[];
  readonly otherHosts: "pass" | "refuse";
  /** Where the sandbox itself listens. */
  readonly sandbox: ServedSandbox;
  readonly seen: () => Seen;
}

/** The proxy of a configuration, before it listens. */
export interface Interception {
  readonly hosts: CertifiedHosts;
  readonly log: SeenLog;
  readonly open: (
    sandbox: ServedSandbox,
    certificate: string,
  ) => Promise<{ readonly served: ServedProxy; readonly close: () => Promise<void> }>;
}

type Hosts = Pick<Config, "intercept" | "proxyPort" | "surfaceHosts">;

/** The intercepted patterns by surface: those of `--intercept`, or else the hosts of all surfaces; null for none. */
export function interceptedBySurface({
  intercept,
  proxyPort,
  surfaceHosts: own,
}: Hosts): Partial<Record<SurfaceName, readonly string[]>> | null {
  if (intercept === null && proxyPort === null) return null;
  if (intercept !== null && Object.keys(intercept).length > 0) return intercept;
  return Object.fromEntries(
    surfaceNames.map((name) => [name, [own[name] ?? [], surfaceHosts[name]].flat()]),
  );
}

/** Whether a host is intercepted, and the patterns of those; null without interception. */
export function interceptedHosts(config: Hosts): CertifiedHosts | null {
  const bySurface = interceptedBySurface(config);
  if (bySurface === null) return null;
  const named = Object.values(bySurface).flat().map(plainHostName);
  const patterns = [...new Set(named)].filter((one) => !one.endsWith(".localhost"));
  const shapes = patterns.map(hostPattern);
  return { patterns, matches: (host) => shapes.some((isMatch) => isMatch(host)) };
}

/** Prepares the proxy that the settings ask for; null without one. */
export async function newInterception(config: Config): Promise<Interception | null> {
  const hosts = interceptedHosts(config);
  if (hosts === null) return null;
  const [{ openProxy }, { newSeenLog }, { upstreamOf, UpstreamError }] = await Promise.all([
    import("../../network/intercept/proxy.ts"),
    import("../../network/intercept/seen.ts"),
    import("../../network/intercept/upstream.ts"),
  ]);
  const log = newSeenLog();
  const upstream = (): ReturnType<typeof upstreamOf> => {
    try {
      return upstreamOf(process.env);
    } catch (error) {
      if (error instanceof UpstreamError) throw new ConfigError(error.message, { cause: error });
      throw error;
    }
  };
  const findUpstream = upstream();
  // A proxy on a free port is for commands of this machine only.
  const host = config.proxyPort === null ? "127.0.0.1" : config.host;
  const isOpen = !["127.0.0.1", "::1", "localhost"].includes(host);
  const otherHosts = config.otherHosts ?? (isOpen ? "refuse" : "pass");
  return {
    hosts,
    log,
    async open(sandbox, certificate) {
      const proxy = await openProxy({
        host,
        port: config.proxyPort ?? 0,
        sandbox,
        isIntercepted: hosts.matches,
        otherHosts,
        isOpen,
        upstream: findUpstream,
        log,
      });
      const name = isOpen && ["0.0.0.0", "::"].includes(host) ? "127.0.0.1" : host;
      const url = `http://${name.includes(":") ? `[${name}]` : name}:${proxy.port}`;
      const { patterns } = hosts;
      const served = { url, certificate, hosts: patterns, otherHosts, sandbox, seen: log.seen };
      return { served, close: proxy.close };
    },
  };
}
