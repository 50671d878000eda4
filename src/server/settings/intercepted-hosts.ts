/** The hosts that the proxy sends to the sandbox, by surface. */
import * as z from "zod";

import { hostPattern } from "../../base/values/host-pattern.ts";
import type { SurfaceName } from "../../domain/model/surface.ts";
import { surfaceHosts, surfaceNames } from "../../domain/model/surface.ts";

/** Host patterns by surface; an empty object stands for the default hosts of all surfaces. */
export type InterceptedHosts = Partial<Record<SurfaceName, readonly string[]>>;

const expected = `hosts such as leads.lender.example, comma-separated, each after its surface if it is not partner-production: realtor-production=realty.lender.example. The surfaces are ${surfaceNames.join(", ")}`;

/** `true` for the default hosts, `[SURFACE=]HOST,…`, or patterns by surface; null for off. */
export const interceptedHosts = {
  schema: () =>
    z.union([
      z.null(),
      z.literal([false, "off", "false", "0"]).transform(() => null),
      z.literal([true, "on", "true", "1"]).transform((): InterceptedHosts => ({})),
      z.string().transform(bySurface).pipe(hostsSchema()),
      hostsSchema(),
    ]),
  expected,
};

function hostsSchema() {
  const pattern = z
    .string()
    .max(253)
    .regex(/^(?!\.)[\w*-]+(?:\.[\w*-]+)*\.?$/)
    .refine(
      (one) => !["localhost", "127.0.0.1"].some(hostPattern(one)),
      "The pattern matches this machine itself, which no client reaches through a proxy.",
    );
  return z.partialRecord(z.enum(surfaceNames), z.array(pattern).min(1));
}

function bySurface(text: string): Record<string, string[]> {
  const named = text.split(",").map((one) => {
    const [surface, host] = one.trim().split("=", 2);
    return host === undefined
      ? { surface: surfaceOf(surface ?? ""), host: surface ?? "" }
      : { surface: surface ?? "", host };
  });
  const groups = Map.groupBy(named, ({ surface }) => surface);
  // As a key of an object, it would vanish instead of being an unknown surface.
  if (groups.has("__proto__")) return { "": [] };
  return Object.fromEntries(
    Array.from(groups, ([surface, all]) => [surface, all.map(({ host }) => host)]),
  );
}

/** Shipped code has the address of the Partner's production surface, unless the host is one of another surface. */
function surfaceOf(host: string): SurfaceName {
  const patterns = surfaceNames
    .flatMap((name) => surfaceHosts[name].map((pattern) => ({ name, pattern })))
    .toSorted((one, other) => other.pattern.length - one.pattern.length);
  const found = patterns.find(({ pattern }) => hostPattern(pattern)(host.toLowerCase()));
  return found?.name ?? "partner-production";
}
