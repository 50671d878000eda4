/** Checks the certificates with clients that are strict about them, each in its own way. */
import { execFile, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { promisify } from "node:util";

import { describe, expect, it } from "vitest";

import type { SecureTarget } from "./secure.ts";
import { listeningSecurely, temporaryTlsFolder } from "./secure.ts";

const run = promisify(execFile);
/** With `required`, tests fail without their program; otherwise they are skipped. */
const isRequired = process.env["LEAD_SANDBOX_TEST_TLS_CLIENTS"] === "required";

/** Whether the tests of a program run. If not, reports that on stderr. */
function has(program: string, version = "--version"): boolean {
  if (isRequired || spawnSync(program, [version]).status === 0) return true;
  process.stderr.write(
    `SKIPPED the HTTPS tests with ${program}: it is not installed. ` +
      `apt-get install -y --no-install-recommends ${program}\n`,
  );
  return false;
}

const host = "api.partner.dit.example.com";

/** The server's certificate for a host, as PEM. */
async function shownFor(target: SecureTarget, servername?: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const port = Number(new URL(target.https).port);
  const options = { port, ca: target.certificate, ...(servername ? { servername } : {}) };
  const socket = connect(options, () => {
    const { raw } = socket.getPeerCertificate();
    socket.destroy();
    const lines = raw.toString("base64").match(/.{1,64}/g) ?? [];
    resolve(["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"));
  });
  socket.on("error", reject);
  return promise;
}

describe.skipIf(!has("openssl", "version"))("openssl (skipped without it)", () => {
  it.each([
    { name: "a requested host", servername: host, check: ["-verify_hostname", host] },
    {
      name: "no requested host, by address",
      servername: undefined,
      check: ["-verify_ip", "127.0.0.1"],
    },
    {
      name: "no requested host, by name",
      servername: undefined,
      check: ["-verify_hostname", "localhost"],
    },
  ])("accepts the certificate for $name under all its checks", async ({ servername, check }) => {
    const target = await listeningSecurely();
    const file = join(temporaryTlsFolder(), "host.crt");
    writeFileSync(file, await shownFor(target, servername));
    const purpose = ["-purpose", "sslserver"];
    const trusted = ["-CAfile", target.certificateFile];
    const args = [
      "verify",
      "-x509_strict",
      "-check_ss_sig",
      ...purpose,
      ...check,
      ...trusted,
      file,
    ];
    expect((await run("openssl", args)).stdout).toBe(`${file}: OK\n`);
  });
});

describe.skipIf(!has("curl"))("curl (skipped without it)", () => {
  it.each([
    { name: "an IP address", args: [], url: (port: string) => `https://127.0.0.1:${port}/readyz` },
    {
      name: "a host of the provider",
      args: (port: string) => ["--resolve", `${host}:${port}:127.0.0.1`],
      url: (port: string) => `https://${host}:${port}/readyz`,
    },
  ])(
    "accepts the certificate for $name with --cacert, and rejects it without",
    async ({ args, url }) => {
      const target = await listeningSecurely();
      const { port } = new URL(target.https);
      const more = typeof args === "function" ? args(port) : args;
      const common = ["--silent", "--show-error", ...more, url(port)];
      const trusting = await run("curl", ["--cacert", target.certificateFile, ...common]);
      expect(trusting.stdout).toBe("ok");
      await expect(run("curl", common)).rejects.toMatchObject({ code: 60 });
    },
  );
});

const python = `
import socket, ssl, sys
port, ca, host = sys.argv[1:]
context = ssl.create_default_context(cafile=ca)
context.verify_flags |= ssl.VERIFY_X509_STRICT | ssl.VERIFY_X509_PARTIAL_CHAIN
with socket.create_connection(("127.0.0.1", int(port))) as plain:
    with context.wrap_socket(plain, server_hostname=host) as secure:
        secure.sendall(b"GET /readyz HTTP/1.1\\r\\nhost: a\\r\\nconnection: close\\r\\n\\r\\n")
        print(secure.recv(15).decode())
`;

describe.skipIf(!has("python3"))("python3 (skipped without it)", () => {
  it.each([host, "127.0.0.1", "localhost"])(
    "accepts the certificate for %s under strict verification, its default since 3.13",
    async (name) => {
      const target = await listeningSecurely();
      const { port } = new URL(target.https);
      const { stdout } = await run("python3", ["-c", python, port, target.certificateFile, name]);
      expect(stdout).toBe("HTTP/1.1 200 OK\n");
    },
  );
});

describe("Node's fetch", () => {
  const script =
    "fetch(process.argv[1]).then((r) => r.text()).then(console.log, (e) => console.log(e.cause.code))";

  it.each([
    { name: "accepts the certificate with NODE_EXTRA_CA_CERTS", trusts: true, printed: "ok\n" },
    {
      name: "rejects the certificate without NODE_EXTRA_CA_CERTS",
      trusts: false,
      printed: "UNABLE_TO_VERIFY_LEAF_SIGNATURE\n",
    },
  ])("$name", async ({ trusts, printed }) => {
    const { https, certificateFile } = await listeningSecurely();
    const env = trusts ? { NODE_EXTRA_CA_CERTS: certificateFile } : {};
    const { stdout } = await run(process.execPath, ["-e", script, `${https}/readyz`], { env });
    expect(stdout).toBe(printed);
  });
});
