/**
 * The local certificate authority, kept in a folder: `authority.pem` holds its private key and certificate and is
 * made in one step, so that of processes that start at once all end up with the same; `ca.crt` is for clients.
 */
import { createPrivateKey, randomUUID, X509Certificate } from "node:crypto";
import { linkSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { writeFileSync } from "node:fs";
import { homedir, tmpdir, userInfo } from "node:os";
import { join } from "node:path";

import type { Signer, Validity } from "./certificates.ts";
import { newAuthority } from "./certificates.ts";

/** An authority that can sign. */
export interface Authority extends Signer, Pick<Validity, "to"> {
  /** Its certificate as PEM. */
  readonly certificate: string;
  /** The file that holds nothing but the certificate. */
  readonly certificateFile: string;
}

/** The authority that `folder` keeps, made when there is none; throws with the file's name for one that cannot be used. */
export function openAuthority(folder: string): Authority {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "authority.pem");
  if (!isThere(file)) make(file);
  const authority = read(file);
  const certificateFile = join(folder, "ca.crt");
  if (textOf(certificateFile) !== authority.certificate) {
    const next = `${certificateFile}.${randomUUID()}`;
    writeFileSync(next, authority.certificate, { mode: 0o644 });
    renameSync(next, certificateFile);
  }
  return { ...authority, certificateFile };
}

/** The same in a folder of the user's, or in the temporary folder where that one cannot be written. */
export function openUsualAuthority(
  environment: Readonly<Record<string, string | undefined>>,
): Authority {
  const own = ownFolder(environment);
  try {
    if (own !== null) return openAuthority(own);
  } catch (error) {
    if (!isUnwritable(error)) throw error;
  }
  return openAuthority(privateTemporaryFolder());
}

/** Written whole under another name first: a link is made or refused in one step. */
function make(file: string): void {
  const next = `${file}.${randomUUID()}`;
  const { key, certificate } = newAuthority(Date.now());
  writeFileSync(next, key + certificate, { mode: 0o600, flag: "wx" });
  try {
    linkSync(next, file);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(next);
  }
}

function read(file: string): Omit<Authority, "certificateFile"> {
  const text = readFileSync(file, "utf8");
  const remedy = "Remove it and the next start makes a new one, which clients have to be told of.";
  try {
    const certificate = blockOf(text, "CERTIFICATE");
    const key = createPrivateKey(blockOf(text, "PRIVATE KEY"));
    const parsed = new X509Certificate(certificate);
    if (!parsed.ca || !parsed.checkPrivateKey(key)) throw new Error("key and certificate differ");
    const to = parsed.validToDate.getTime();
    if (to <= Date.now()) throw new Error(`it ran out on ${parsed.validToDate.toISOString()}`);
    return { name: parsed.subject.replace(/^CN=/, ""), key, certificate, to };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The certificate authority in ${file} cannot be used: ${reason}. ${remedy}`, {
      cause: error,
    });
  }
}

function blockOf(text: string, label: string): string {
  const pattern = new RegExp(`-----BEGIN ${label}-----\n[\\s\\S]*?-----END ${label}-----\n`);
  const [block] = pattern.exec(text) ?? [];
  if (block === undefined) throw new Error(`it has no whole ${label}`);
  return block;
}

/** Where programs keep what they make for one user; null for a user who has no such place. */
function ownFolder(environment: Readonly<Record<string, string | undefined>>): string | null {
  const named = environment["XDG_DATA_HOME"] ?? environment["LOCALAPPDATA"];
  if (named !== undefined && named !== "") return join(named, "lead-sandbox", "tls");
  try {
    return join(homedir(), ".local", "share", "lead-sandbox", "tls");
  } catch {
    // The user is not known to the system, as in a container that runs as any number.
    return null;
  }
}

/** Others may write to the temporary folder: what stands there is taken only when it is this user's alone. */
function privateTemporaryFolder(): string {
  const { uid } = process.getuid === undefined ? userInfo() : { uid: process.getuid() };
  const folder = join(tmpdir(), `lead-sandbox-tls-${uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const isOwn = uid === -1 || (found.uid === uid && (found.mode & 0o022) === 0);
  if (found.isDirectory() && isOwn) return folder;
  throw new Error(`The folder ${folder} is not this user's alone. Name another with --tls-dir.`);
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

function textOf(file: string): string | null {
  return isThere(file) ? readFileSync(file, "utf8") : null;
}
