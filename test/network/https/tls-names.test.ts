import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import { openAuthority } from "../../../src/network/https/authority.ts";
import { newHostCertificate } from "../../../src/network/https/certificates.ts";
import { startReady } from "../../apps/cli/program.ts";
import { getSecurely, listeningSecurely, temporaryTlsFolder } from "./secure.ts";

const names = ["leads.lender.example", "*.dit.example.com", "10.1.2.3"];

/** Serves as `host` with a certificate that an attacker signed with the key of the authority in `folder`. */
async function impostor(folder: string, host: string): Promise<string> {
  const stolen = openAuthority(folder, names);
  const { certificate, key } = newHostCertificate(stolen, [host], Date.now());
  const server = createServer({ cert: certificate, key }, (_, answer) => answer.end("stolen"));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `https://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

async function outcomeOf(request: Promise<{ readonly status: number }>): Promise<unknown> {
  return request.then(
    ({ status }) => status,
    (error: unknown) => (error instanceof Error ? error.message : error),
  );
}

describe("--tls-names", () => {
  it.each(["leads.lender.example", "api.leads.lender.example", "a.dit.example.com", "localhost"])(
    "serves %s with a certificate that clients trust",
    async (host) => {
      const { https, certificate: ca } = await listeningSecurely({ tlsNames: names });
      expect((await getSecurely(https, { ca, host })).status).toBe(200);
    },
  );

  it("serves loopback by its address", async () => {
    const { https, certificate: ca } = await listeningSecurely({ tlsNames: names });
    expect((await getSecurely(https, { ca })).status).toBe(200);
  });

  it.each(["bank.example", "lender.example", "notleads.lender.example", "example.com"])(
    "does not serve %s, even with a certificate signed by the stolen key",
    async (host) => {
      const { https, certificate: ca, folder } = await listeningSecurely({ tlsNames: names });
      expect(await outcomeOf(getSecurely(https, { ca, host }))).toMatch(
        /does not match certificate's altnames/,
      );
      const stolen = await impostor(folder, host);
      expect(await outcomeOf(getSecurely(stolen, { ca, host }))).toBe(
        "permitted subtree violation",
      );
    },
  );

  it("does not serve an address outside of the names, even with a certificate signed by the stolen key", async () => {
    const { certificate: ca, folder } = await listeningSecurely({ tlsNames: names });
    const stolen = await impostor(folder, "192.0.2.7");
    expect(await outcomeOf(getSecurely(stolen, { ca, host: "leads.lender.example" }))).toBe(
      "permitted subtree violation",
    );
  });

  it("replaces the certificate of an authority that was for any host, and the other way round", async () => {
    const folder = temporaryTlsFolder();
    const any = openAuthority(folder);
    const some = openAuthority(folder, names);
    expect(some.certificate).not.toBe(any.certificate);
    expect(openAuthority(folder, names).certificate).toBe(some.certificate);
    expect(openAuthority(folder).certificate).not.toBe(some.certificate);
  });

  it("appear in the certificate, as openssl reads it", async () => {
    const { certificateFile } = await listeningSecurely({ tlsNames: names });
    const text = execFileSync("openssl", ["x509", "-in", certificateFile, "-noout", "-text"]);
    expect(String(text)).toMatch(/X509v3 Name Constraints: critical\s+Permitted:/);
    expect(String(text)).toContain("DNS:leads.lender.example");
    expect(String(text)).toContain("DNS:dit.example.com");
    expect(String(text)).toContain("IP:10.1.2.3/255.255.255.255");
    expect(String(text)).toMatch(/Extended Key Usage: \s*TLS Web Server Authentication/);
  });
});

describe("--ca-file", () => {
  it("writes the certificate without the private key, readable for all users", async () => {
    const folder = temporaryTlsFolder();
    const file = join(folder, "ca.crt");
    const tls = temporaryTlsFolder();
    const args = ["--https", "--tls-dir", tls, "--ca-file", file, "--tls-names", names.join(",")];
    const { ready } = await startReady(args);
    const ca = readFileSync(file, "utf8");
    expect(ca).not.toContain("PRIVATE");
    expect(statSync(file).mode & 0o777).toBe(0o644);
    const url = ready.https ?? "";
    expect((await getSecurely(url, { ca, host: "leads.lender.example" })).status).toBe(200);
  });
});
