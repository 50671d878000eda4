import { isIP } from "node:net";
import { createSecureContext } from "node:tls";
import type { SecureContext } from "node:tls";

import { LRUCache } from "lru-cache";

import { dateNow } from "../../base/values/native-timers.ts";
import type { Authority } from "./authority.ts";
import type { Keyed } from "./certificates.ts";
import { newHostCertificate } from "./certificates.ts";

/** The certificates that a server answers with. */
export interface HostContexts {
  /** For a client that names no host, or one that no certificate can name. */
  readonly usual: Keyed;
  /** For the host a client names; null when no certificate can name it. */
  readonly of: (host: string) => SecureContext | null;
}

/** Maximum number of hosts with a certificate in memory. */
const hostsMax = 200;
const renewalMs = 86_400_000;
const hostName = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;

/** What certificates of hosts need of their authority. */
type HostAuthority = Pick<Authority, "name" | "key" | "to" | "permits">;

/** Certificates of `authority` for every permitted host, made on first use and renewed before they expire. */
export function hostContexts(
  authority: HostAuthority,
  usualHosts: readonly string[],
  now: () => number = dateNow,
): HostContexts {
  const known = new LRUCache<string, ReturnType<typeof newEntry>>({ max: hostsMax });
  const isUsual = (host: string): boolean =>
    canBeNamed(host) && authority.permits(host.toLowerCase());
  return {
    usual: newHostCertificate(authority, usualHosts.filter(isUsual), now()),
    of(host) {
      const name = host.toLowerCase();
      const plain = name.replace(/\.$/, "");
      if (!hostName.test(plain) || !authority.permits(plain)) return null;
      const found = known.get(name);
      // A certificate that expires with the authority cannot be renewed before the next start.
      const lasts = (to: number): boolean => now() < to - renewalMs || to >= authority.to;
      if (found !== undefined && lasts(found.to)) return found.context;
      const entry = newEntry(authority, name, now());
      known.set(name, entry);
      return entry.context;
    },
  };
}

function canBeNamed(host: string): boolean {
  return isIP(host) !== 0 || hostName.test(host.toLowerCase());
}

/**
 * A client that sends the trailing dot of a full name compares it, too. Name constraints permit no such name, so its
 * certificate has it as the common name, which they do not concern.
 */
function newEntry(authority: HostAuthority, name: string, now: number) {
  const { certificate, key, to } = newHostCertificate(
    authority,
    name.endsWith(".") ? name : [name],
    now,
  );
  return { context: createSecureContext({ cert: certificate, key }), to };
}
