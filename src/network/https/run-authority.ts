/** A certificate authority for one run: its key never leaves the memory of this process. */
import { createPrivateKey, X509Certificate } from "node:crypto";

import { Date, dateNow } from "../../base/values/native-timers.ts";
import type { Authority } from "./authority.ts";
import { newAuthority } from "./certificates.ts";

/** The hosts that an authority certifies. */
export interface CertifiedHosts {
  /** The patterns of the hosts, in lower case. */
  readonly patterns: readonly string[];
  readonly matches: (host: string) => boolean;
}

/**
 * Creates an authority for the hosts and this machine. Its certificate has name constraints, unless a pattern such as
 * `api.partner.*` matches hosts of any domain.
 */
export function newRunAuthority(
  { patterns, matches }: CertifiedHosts,
  now = dateNow(),
): Omit<Authority, "certificateFile"> {
  const bases = patterns.map((pattern) => pattern.replace(/^\*\./, ""));
  const names = bases.some((base) => base.includes("*")) ? [] : bases;
  const { certificate, key } = newAuthority(now, names);
  const { subject, validTo } = new X509Certificate(certificate);
  return {
    name: subject.replace(/^CN=/, ""),
    key: createPrivateKey(key),
    certificate,
    to: Date.parse(validTo),
    permits: (host) => matches(host) || isThisMachine(host),
  };
}

function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
