import { createPrivateKey, X509Certificate } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative, resolve } from "node:path";

import { afterEach, describe, expect, it, vi } from "vitest";

import { openAuthority, openUsualAuthority } from "../../../src/network/https/authority.ts";
import { newAuthority, newHostCertificate } from "../../../src/network/https/certificates.ts";
import { startReady } from "../../apps/cli/program.ts";
import { getSecurely, listeningSecurely, temporaryTlsFolder } from "./secure.ts";

afterEach(() => vi.unstubAllEnvs());

const dayMs = 86_400_000;
const modeOf = (file: string): number => statSync(file).mode & 0o777;

describe("openAuthority", () => {
  it("creates the folder, a key that only its owner can read, and the certificate next to it", () => {
    const folder = relative(process.cwd(), join(temporaryTlsFolder(), "new", "tls"));
    const { certificate, certificateFile } = openAuthority(folder);
    expect(certificateFile, "for clients in other folders").toBe(resolve(folder, "ca.crt"));
    expect(readdirSync(folder).toSorted()).toEqual(["authority.pem", "ca.crt"]);
    expect(modeOf(join(folder, "authority.pem"))).toBe(0o600);
    expect(readFileSync(certificateFile, "utf8")).toBe(certificate);
    expect(certificate).not.toContain("PRIVATE");
  });

  it("returns the same authority again, which signs as before", () => {
    const folder = temporaryTlsFolder();
    const first = openAuthority(folder);
    const second = openAuthority(folder);
    expect(second.certificate).toBe(first.certificate);
    const leaf = newHostCertificate(second, ["a.test"], Date.now());
    const issuer = new X509Certificate(first.certificate);
    expect(new X509Certificate(leaf.certificate).verify(issuer.publicKey)).toBe(true);
  });

  it("creates a different authority with a different name in another folder", () => {
    const [one, other] = [temporaryTlsFolder(), temporaryTlsFolder()].map((folder) =>
      openAuthority(folder),
    );
    expect(one?.name).not.toBe(other?.name);
  });

  it.each([
    { name: "missing", change: (file: string) => rmSync(file) },
    { name: "half written", change: (file: string) => writeFileSync(file, "-----BEGIN") },
    { name: "foreign", change: (file: string) => writeFileSync(file, pemOf(Date.now())) },
  ])("restores a client certificate that is $name", ({ change }) => {
    const folder = temporaryTlsFolder();
    const { certificate, certificateFile } = openAuthority(folder);
    change(certificateFile);
    openAuthority(folder);
    expect(readFileSync(certificateFile, "utf8")).toBe(certificate);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it.each([
    { name: "is empty", content: () => "", says: "no complete CERTIFICATE" },
    { name: "is truncated", content: (text: string) => text.slice(0, 400), says: "no complete" },
    {
      name: "has no key",
      content: (text: string) => text.slice(text.indexOf("-----BEGIN CERT")),
      says: "no complete PRIVATE KEY",
    },
    {
      name: "has the key of another authority",
      content: (text: string) =>
        newAuthority(Date.now()).key + text.slice(text.indexOf("-----BEGIN CERT")),
      says: "differ",
    },
    {
      name: "has a corrupt certificate",
      content: (text: string) => text.replace(/(BEGIN CERTIFICATE-----\n)..../, "$1!!!!"),
      says: "is invalid",
    },
    { name: "has a host certificate", content: hostPem, says: "differ" },
  ])("throws with the file and a remedy for a file that $name", ({ content, says }) => {
    const folder = temporaryTlsFolder();
    openAuthority(folder);
    const file = join(folder, "authority.pem");
    const before = content(readFileSync(file, "utf8"));
    writeFileSync(file, before);
    expect(() => openAuthority(folder)).toThrow(file);
    expect(() => openAuthority(folder)).toThrow(says);
    expect(() => openAuthority(folder)).toThrow("Remove it, and the next start creates a new one");
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  it("creates one authority for processes that start at the same time with one folder", async () => {
    const folder = temporaryTlsFolder();
    const args = ["--https", "on", "--tls-dir", folder];
    const started = await Promise.all(Array.from({ length: 4 }, () => startReady(args)));
    const served = started.map(async ({ ready }) =>
      (await fetch(`${ready.control}/ca.crt`)).text(),
    );
    expect(new Set(await Promise.all(served)).size).toBe(1);
    expect(readdirSync(folder).toSorted()).toEqual(["authority.pem", "ca.crt"]);
  });
});

describe("the certificate of an authority", () => {
  it("is valid for a year, only for server authentication", () => {
    const folder = temporaryTlsFolder();
    openAuthority(folder);
    const { validFromDate, validToDate, keyUsage } = new X509Certificate(
      readFileSync(join(folder, "ca.crt")),
    );
    const days = (validToDate.getTime() - validFromDate.getTime()) / dayMs;
    expect(days).toBeGreaterThan(364);
    expect(days).toBeLessThanOrEqual(366);
    expect(keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
  });

  it.each([
    { name: "has 89 days left", daysAgo: 276, isSame: false },
    { name: "has 91 days left", daysAgo: 274, isSame: true },
    { name: "has expired", daysAgo: 400, isSame: false },
  ])("has the same bytes after a start when it $name: $isSame", ({ daysAgo, isSame }) => {
    const folder = temporaryTlsFolder();
    const before = openAuthority(folder, [], Date.now() - daysAgo * dayMs);
    const after = openAuthority(folder);
    expect(after.certificate === before.certificate).toBe(isSame);
    expect(readFileSync(after.certificateFile, "utf8")).toBe(after.certificate);
    expect(readdirSync(folder)).toHaveLength(2);
    expect(modeOf(join(folder, "authority.pem"))).toBe(0o600);
  });

  it("still works, after a renewal, for clients that trust the previous one", async () => {
    const folder = temporaryTlsFolder();
    const { certificate } = openAuthority(folder, [], Date.now() - 300 * dayMs);
    const { https, certificate: renewed } = await listeningSecurely({ tlsDir: folder });
    expect(renewed).not.toBe(certificate);
    for (const ca of [certificate, renewed]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await getSecurely(https, { ca, host: "leads.example.com" })).status).toBe(200);
    }
  });

  it.each([
    { file: "authority.pem", mode: 0o604, remedy: "chmod 600" },
    { file: "authority.pem", mode: 0o640, remedy: "chmod 600" },
    { file: "authority.pem", mode: 0o666, remedy: "chmod 600" },
    { file: "", mode: 0o777, remedy: "chmod o-w" },
  ])("is rejected when $file has mode $mode", ({ file, mode, remedy }) => {
    const folder = temporaryTlsFolder();
    openAuthority(folder);
    const path = join(folder, file);
    chmodSync(path, mode);
    expect(() => openAuthority(folder)).toThrow(path);
    expect(() => openAuthority(folder)).toThrow(`mode 0${mode.toString(8)}`);
    expect(() => openAuthority(folder)).toThrow(remedy);
  });
});

describe("openUsualAuthority", () => {
  it("stores the authority in the user's data folder", () => {
    const folder = temporaryTlsFolder();
    const { certificateFile } = openUsualAuthority({ XDG_DATA_HOME: folder });
    expect(certificateFile).toBe(join(folder, "lead-sandbox", "tls", "ca.crt"));
  });

  it("falls back to a private folder in the temporary folder when the data folder is not writable", () => {
    const temporary = temporaryTlsFolder();
    vi.stubEnv("TMPDIR", temporary);
    const { certificateFile } = openUsualAuthority({ XDG_DATA_HOME: unwritable() });
    const folder = join(certificateFile, "..");
    expect(join(folder, "..")).toBe(temporary);
    expect(modeOf(folder)).toBe(0o700);
    expect(openUsualAuthority({ XDG_DATA_HOME: unwritable() }).certificateFile).toBe(
      certificateFile,
    );
  });

  it("throws for a temporary folder that others can write to, or that is a symbolic link", () => {
    const temporary = temporaryTlsFolder();
    vi.stubEnv("TMPDIR", temporary);
    const { certificateFile } = openUsualAuthority({ XDG_DATA_HOME: unwritable() });
    const folder = join(certificateFile, "..");
    chmodSync(folder, 0o777);
    expect(() => openUsualAuthority({ XDG_DATA_HOME: unwritable() })).toThrow("--tls-dir");
    rmSync(folder, { recursive: true });
    symlinkSync(temporaryTlsFolder(), folder);
    expect(() => openUsualAuthority({ XDG_DATA_HOME: unwritable() })).toThrow("--tls-dir");
  });

  it("throws for a broken authority instead of creating another", () => {
    const folder = temporaryTlsFolder();
    const own = join(folder, "lead-sandbox", "tls");
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, "authority.pem"), "");
    expect(() => openUsualAuthority({ XDG_DATA_HOME: folder })).toThrow(own);
  });
});

describe("newHostCertificate", () => {
  it("is valid for less than 397 days and no longer than its authority", () => {
    const authority = openAuthority(temporaryTlsFolder());
    const now = Date.now();
    const usual = newHostCertificate(authority, ["a.test"], now);
    expect(usual.to - usual.from).toBeLessThanOrEqual(397 * dayMs);
    const to = now + 5 * dayMs;
    expect(newHostCertificate({ ...authority, to }, ["a.test"], now).to).toBe(to);
    const read = new X509Certificate(usual.certificate);
    expect(Math.abs(read.validToDate.getTime() - usual.to)).toBeLessThan(1_000);
  });

  it("names hosts and addresses, has a unique serial number and its matching key", () => {
    const authority = openAuthority(temporaryTlsFolder());
    const hosts = ["a.test", "127.0.0.1", "::1"];
    const made = Array.from({ length: 20 }, () => newHostCertificate(authority, hosts, Date.now()));
    const read = made.map(({ certificate }) => new X509Certificate(certificate));
    expect(new Set(read.map(({ serialNumber }) => serialNumber)).size).toBe(20);
    expect(read[0]?.subjectAltName).toBe(
      "DNS:a.test, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1",
    );
    expect(read[0]?.checkPrivateKey(createPrivateKey(made[0]?.key ?? ""))).toBe(true);
  });
});

/** A path below which no folder can be created. */
function unwritable(): string {
  const file = join(temporaryTlsFolder(), "file");
  writeFileSync(file, "no folder");
  return file;
}

/** The file content of a complete authority. */
function pemOf(now: number): string {
  const { key, certificate } = newAuthority(now);
  return key + certificate;
}

function hostPem(text: string): string {
  const key = createPrivateKey(text);
  const authority = { name: "x", key, to: Date.now() + dayMs };
  const host = newHostCertificate(authority, ["a.test"], Date.now());
  return host.key + host.certificate;
}
