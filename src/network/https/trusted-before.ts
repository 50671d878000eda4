/** The certificates that the programs of an environment trust. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { getCACertificates } from "node:tls";

type Environment = Readonly<Record<string, string | undefined>>;

/** The trusted certificates, as PEM, and what could not be read. */
export interface TrustedBefore {
  readonly certificates: readonly string[];
  /** A sentence for each variable whose file or folder could not be read. */
  readonly problems: readonly string[];
}

/** Variables that name a file of certificates, and that every program gets. */
export const bundleVariables = [
  "SSL_CERT_FILE",
  "REQUESTS_CA_BUNDLE",
  "CURL_CA_BUNDLE",
  "NODE_EXTRA_CA_CERTS",
  "GIT_SSL_CAINFO",
  "PIP_CERT",
  "AWS_CA_BUNDLE",
] as const;

/** Further ones, which only replace a value. */
export const otherBundleVariables = [
  "NIX_SSL_CERT_FILE",
  "CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE",
  "HTTPLIB2_CA_CERTS",
  "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH",
  "CARGO_HTTP_CAINFO",
  "DENO_CERT",
  "HEX_CACERTS_PATH",
] as const;

/** The system's bundle: Debian and Alpine, Red Hat, SUSE, BSD. */
export const systemBundles = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
] as const;

const bytesMax = 32 * 1024 * 1024;

/**
 * The system's certificates and those of every file that a variable names, or else the ones that Node brings. Each
 * certificate occurs once.
 */
export function trustedBefore(environment: Environment): TrustedBefore {
  const found = new Set<string>();
  const problems: string[] = [];
  const add = (file: string): void =>
    blocksIn(certificateFileText(file)).forEach((one) => found.add(one));
  for (const variable of [...bundleVariables, ...otherBundleVariables]) {
    const file = environment[variable] ?? "";
    if (file === "") continue;
    attempt(
      () => add(file),
      (reason) => problems.push(unread(variable, file, reason)),
    );
  }
  const folders = (environment["SSL_CERT_DIR"] ?? "").split(delimiter).filter(Boolean);
  for (const folder of folders) {
    attempt(
      () => readdirSync(folder).forEach((name) => attempt(() => add(join(folder, name)))),
      (reason) => problems.push(unread("SSL_CERT_DIR", folder, reason)),
    );
  }
  const own = systemCertificates();
  return { certificates: [...new Set([...own, ...found])], problems };
}

function unread(variable: string, path: string, reason: string): string {
  return `${variable} names ${path}, which cannot be read: ${reason}. Hosts that only its certificates certify fail. Correct or unset it.`;
}

function systemCertificates(): readonly string[] {
  for (const file of systemBundles) {
    const blocks = attempt(() => blocksIn(certificateFileText(file))) ?? [];
    if (blocks.length > 0) return blocks;
  }
  const system = getCACertificates("system");
  return system.length > 0
    ? system.flatMap(blocksIn)
    : getCACertificates("bundled").flatMap(blocksIn);
}

/** Throws for a folder, a device, or a file that is too long: reading a pipe would never end. */
function certificateFileText(file: string): string {
  const found = statSync(file);
  if (!found.isFile()) throw new Error("it is not a file");
  if (found.size > bytesMax) throw new Error(`it has more than ${bytesMax} bytes`);
  return readFileSync(file, "latin1");
}

function blocksIn(text: string): readonly string[] {
  const shape = /-----BEGIN CERTIFICATE-----([\sA-Za-z0-9+/=]+)-----END CERTIFICATE-----/g;
  return Array.from(text.matchAll(shape), ([, body = ""]) => {
    const lines = body.replaceAll(/\s/g, "").match(/.{1,64}/g) ?? [];
    return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
  });
}

function attempt<Result>(work: () => Result, failed?: (reason: string) => void): Result | null {
  try {
    return work();
  } catch (error) {
    failed?.(error instanceof Error ? error.message : String(error));
    return null;
  }
}

/** The bytes of a PEM certificate. */
export function derOf(pem: string): Buffer {
  return Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ""), "base64");
}
