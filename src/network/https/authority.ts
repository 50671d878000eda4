/**
 * The local certificate authority, stored in a folder. `authority.pem` holds its private key and certificate
 * and is created atomically, so processes that start at once all use the same; `ca.crt` is for clients.
 */
import { createPrivateKey, randomUUID, X509Certificate } from "node:crypto";
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { isIP } from "node:net";
import { homedir, tmpdir, userInfo } from "node:os";
import { join, resolve } from "node:path";

import { decodeText } from "../../base/values/decode-text.ts";
import { dateNow } from "../../base/values/native-timers.ts";
import type { Keyed, Signer, Validity } from "./certificates.ts";
import { isConstrainedTo, newAuthority } from "./certificates.ts";

/** An authority that can sign. */
export interface Authority extends Signer, Pick<Validity, "to"> {
  /** Its certificate as PEM. */
  readonly certificate: string;
  /** The file that contains only the certificate. */
  readonly certificateFile: string;
  /** Whether clients accept its certificate for a host, in lower case. */
  readonly permits: (host: string) => boolean;
}

/**
 * Opens the authority in `folder`, or creates it for any host or only for `names`. An authority that expires
 * soon or has other names gets a new certificate for the same key. Throws an error with the file's name if
 * the authority is invalid.
 */
export function openAuthority(
  folder: string,
  names: readonly string[] = [],
  now = dateNow(),
): Authority {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "authority.pem");
  refuseLoose(folder, 0o002, "chmod o-w");
  const hosts = [...new Set(names.map((name) => name.toLowerCase().replace(/^\*\./, "")))];
  if (!isThere(file)) make(file, newAuthority(now, hosts), linkSync);
  const authority = upToDate(file, hosts, now);
  // Absolute, since clients in other folders read it.
  const certificateFile = resolve(folder, "ca.crt");
  writeCertificate(certificateFile, authority.certificate);
  return { ...authority, certificateFile, permits: (host) => isPermitted(host, hosts) };
}

/**
 * The authority in `file` for `hosts`, renewed if necessary. In a read-only folder, the old one serves until
 * it expires.
 */
function upToDate(file: string, hosts: readonly string[], now: number): ReturnType<typeof read> {
  const authority = read(file);
  if (isUpToDate(authority.certificate, hosts, now)) return authority;
  try {
    make(file, newAuthority(now, hosts, authority), renameSync);
  } catch (error) {
    const { raw } = new X509Certificate(authority.certificate);
    if (isUnwritable(error) && authority.to > now && isConstrainedTo(raw, hosts)) return authority;
    throw error;
  }
  return read(file);
}

/** Writes a certificate for clients to `file` unless it exists. */
export function writeCertificate(file: string, certificate: string): void {
  if (isThere(file) && readFileSync(file, "utf8") === certificate) return;
  const next = `${file}.${randomUUID()}`;
  writeFileSync(next, certificate, { mode: 0o644 });
  renameSync(next, file);
}

function isPermitted(host: string, names: readonly string[]): boolean {
  if (names.length === 0 || names.includes(host)) return true;
  if (isIP(host) !== 0) return host === "::1" || host.startsWith("127.");
  return ["localhost", ...names].some((name) => host === name || host.endsWith(`.${name}`));
}

const renewalMs = 90 * 86_400_000;

/** Certificates of earlier versions were not limited to servers. */
function isUpToDate(pem: string, names: readonly string[], now: number): boolean {
  const { raw, keyUsage, validToDate } = new X509Certificate(pem);
  return (
    validToDate.getTime() - now > renewalMs &&
    keyUsage.includes(serverAuthentication) &&
    isConstrainedTo(raw, names)
  );
}

const serverAuthentication = "1.3.6.1.5.5.7.3.1";

/** Opens the authority in the user's folder, or in the temporary folder if that one is not writable. */
export function openUsualAuthority(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[] = [],
): Authority {
  const own = ownFolder(environment);
  try {
    if (own !== null) return openAuthority(own, names);
  } catch (error) {
    if (!isUnwritable(error)) throw error;
  }
  return openAuthority(privateTemporaryFolder(), names);
}

/** Writes a temporary file first: linking or renaming it is atomic. */
function make(file: string, { key, certificate }: Keyed, put: typeof linkSync): void {
  const next = `${file}.${randomUUID()}`;
  writeFileSync(next, key + certificate, { mode: 0o600, flag: "wx" });
  try {
    put(next, file);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(next, { force: true });
  }
}

function read(file: string): Omit<Authority, "certificateFile" | "permits"> {
  refuseLoose(file, 0o077, "chmod 600");
  const bytes = readFileSync(file);
  const remedy = "Remove it, and the next start creates a new one, which clients must trust.";
  try {
    const text = decodeText(bytes);
    const certificate = blockOf(text, "CERTIFICATE");
    const key = createPrivateKey(blockOf(text, "PRIVATE KEY"));
    const parsed = new X509Certificate(certificate);
    if (!parsed.ca || !parsed.checkPrivateKey(key)) throw new Error("key and certificate differ");
    const to = parsed.validToDate.getTime();
    return { name: parsed.subject.replace(/^CN=/, ""), key, certificate, to };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The certificate authority in ${file} is invalid: ${reason}. ${remedy}`, {
      cause: error,
    });
  }
}

/** Throws if others have one of the permissions `loose` on a file or folder. Windows has no such permissions. */
function refuseLoose(path: string, loose: number, remedy: string): void {
  if (process.platform === "win32") return;
  const mode = statSync(path).mode & 0o777;
  if ((mode & loose) === 0) return;
  throw new Error(
    `${path} is not safe as the certificate authority: it has mode ${mode.toString(8).padStart(4, "0")}, so that others could read or replace the private key. Run ${remedy} ${path} if they did not. Remove it otherwise, and the next start makes a new one, which clients have to trust.`,
  );
}

function blockOf(text: string, label: string): string {
  const pattern = new RegExp(`-----BEGIN ${label}-----\n[\\s\\S]*?-----END ${label}-----\n`);
  const [block] = pattern.exec(text) ?? [];
  if (block === undefined) throw new Error(`it has no complete ${label}`);
  return block;
}

/** The user's folder for generated files; null for a user without one. */
function ownFolder(environment: Readonly<Record<string, string | undefined>>): string | null {
  const named = environment["XDG_DATA_HOME"] || environment["LOCALAPPDATA"];
  if (named !== undefined && named !== "") return join(named, "lead-sandbox", "tls");
  try {
    return join(homedir(), ".local", "share", "lead-sandbox", "tls");
  } catch {
    // The system does not know the user, as in a container that runs as an arbitrary uid.
    return null;
  }
}

/** Others can write to the temporary folder, so a folder there must belong to this user alone. */
function privateTemporaryFolder(): string {
  const { uid } = process.getuid === undefined ? userInfo() : { uid: process.getuid() };
  const folder = join(tmpdir(), `lead-sandbox-tls-${uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const isOwn = uid === -1 || (found.uid === uid && (found.mode & 0o022) === 0);
  if (found.isDirectory() && isOwn) return folder;
  throw new Error(
    `The folder ${folder} is not private to this user. Name another one with --tls-dir.`,
  );
}

function isUnwritable(error: unknown): boolean {
  return ["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR"].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}
