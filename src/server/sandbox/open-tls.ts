/** The certificates that a sandbox serves HTTPS with. */
import { isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { join } from "node:path";

import type { Tls } from "../../network/http/serve.ts";
import type { Authority } from "../../network/https/authority.ts";
import type { CertifiedHosts } from "../../network/https/run-authority.ts";
import type { HandshakeWatch } from "../../network/https/tls-front.ts";
import type { Config } from "../settings/config.ts";
import { ConfigError } from "../settings/config.ts";

/** HTTPS, with the certificate that clients must trust. */
export interface OpenTls extends Tls {
  readonly certificate: string;
  /** Null for the authority of a run, which has no files. */
  readonly certificateFile: string | null;
}

/**
 * Loads the modules of HTTPS on demand: a start without HTTPS stays fast. Unless it `isKept`, the authority is a new one
 * that no file names. Throws `ConfigError`.
 */
export async function openTls(
  config: Config,
  intercepted: CertifiedHosts | null,
  watch: HandshakeWatch,
  isKept = true,
): Promise<OpenTls> {
  const [{ writeCertificate }, { hostContexts }, { tlsFront }] = await Promise.all([
    import("../../network/https/authority.ts"),
    import("../../network/https/host-contexts.ts"),
    import("../../network/https/tls-front.ts"),
  ]);
  try {
    const authority = await authorityOf(config, intercepted, isKept);
    const { certificate, certificateFile } = authority;
    if (config.caFile !== null && isKept) writeCertificate(config.caFile, certificate);
    const addresses = intercepted?.patterns.filter((one) => isIP(one) !== 0) ?? [];
    const contexts = hostContexts(authority, [...usualHosts(config), ...addresses]);
    return {
      port: config.httpsPort,
      front: (server, speaks) => tlsFront(server, contexts, speaks, watch),
      certificate,
      certificateFile,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`HTTPS needs a certificate authority. ${reason}`, { cause: error });
  }
}

type OpenAuthority = Omit<Authority, "certificateFile"> & {
  readonly certificateFile: string | null;
};

/** With `--https`, clients trust an authority that is kept. Without it, intercepted hosts have one of the run. */
async function authorityOf(
  { https, data, tlsDir, tlsNames }: Config,
  intercepted: CertifiedHosts | null,
  isKept: boolean,
): Promise<OpenAuthority> {
  if (!isKept || (!https && intercepted !== null)) {
    const { newRunAuthority } = await import("../../network/https/run-authority.ts");
    const hosts = intercepted ?? { patterns: [], matches: () => false };
    return { ...newRunAuthority(hosts), certificateFile: null };
  }
  const { openAuthority, openUsualAuthority } = await import("../../network/https/authority.ts");
  const folder = tlsDir ?? (data === null ? null : join(data, "tls"));
  return folder === null
    ? openUsualAuthority(process.env, tlsNames)
    : openAuthority(folder, tlsNames);
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
