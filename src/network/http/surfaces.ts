/** Which surface a host name or a port stands for (interface 1.3, 1.4; rule env.surface). */

import { hostPattern, plainHostName } from "../../base/values/host-pattern.ts";

/** A surface by name, with the host patterns and the port that select it; `*` in a pattern matches any text. */
export interface SurfaceRoute<Name extends string> {
  readonly name: Name;
  readonly hosts: readonly string[];
  readonly port: number | null;
}

/** Finds the surface of a request by its port, then its host, then `fallback`. */
export function surfaceFinder<Name extends string>(
  routes: readonly SurfaceRoute<Name>[],
  fallback: Name,
): (host: string, port: number | null) => Name {
  const byPort = new Map(routes.map(({ name, port }) => [port, name]));
  const all = routes.flatMap(({ name, hosts }) => hosts.map((host) => ({ name, host })));
  const exact = new Map(all.toReversed().map(({ name, host }) => [plainHostName(host), name]));
  const patterns = all
    .filter(({ host }) => host.includes("*"))
    .map(({ name, host }) => ({ name, host, matches: hostPattern(host) }))
    .toSorted((one, other) => other.host.length - one.host.length);
  const byPattern = (plain: string): Name =>
    patterns.find(({ matches }) => matches(plain))?.name ?? fallback;
  // The hosts of most tests, which no request then has to match.
  for (const host of ["127.0.0.1", "localhost"]) {
    if (!exact.has(host)) exact.set(host, byPattern(host));
  }
  return (host, port) => {
    const named = port === null ? undefined : byPort.get(port);
    if (named !== undefined) return named;
    const plain = plainHostName(host);
    return exact.get(plain) ?? byPattern(plain);
  };
}
