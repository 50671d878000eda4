/** The configuration of docs/server.md for one sandbox behind nginx. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it, vi } from "vitest";

import { startProgram, startReady, temporaryFolder } from "../apps/cli/program.ts";
import { keptPort } from "../support/kept-port.ts";
import { hasProxy, proxies } from "./proxies.ts";

const [nginx] = proxies;
const token = "a-long-random-text";

it.skipIf(nginx === undefined || !hasProxy(nginx, "test/scaling/one-sandbox.test.ts"))(
  "nginx serves both APIs under the public name, with the links of mails",
  async () => {
    const folder = temporaryFolder();
    const [certificate, key] = [join(folder, "leads.crt"), join(folder, "leads.key")];
    const subject = ["-subj", "/CN=leads.example.com", "-keyout", key, "-out", certificate];
    execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject], {
      stdio: "ignore",
    });
    const publicUrl = "https://leads.example.com";
    const [inner, port] = await Promise.all([keptPort(), keptPort()]);
    const settings = ["--control-token", token, "--public-url", publicUrl];
    await startReady(["--port", String(inner), ...settings]);
    const file = join(folder, "nginx.conf");
    const documented = readFileSync("docs/scaling/one-sandbox.conf", "utf8")
      .replace("listen 443", `listen 127.0.0.1:${port}`)
      .replace("/etc/ssl/leads.crt", certificate)
      .replace("/etc/ssl/leads.key", key)
      .replace("127.0.0.1:4610", `127.0.0.1:${inner}`);
    writeFileSync(file, nginx?.adapted(documented, folder) ?? "");
    const server = startProgram(nginx?.program ?? "", nginx?.arguments(folder, file) ?? [], {});
    const call = async (...args: readonly string[]): Promise<string> => {
      const name = `leads.example.com:${port}:127.0.0.1`;
      return (await startProgram("curl", ["-skS", "--resolve", name, ...args], {}).ended).stdout;
    };
    const url = `${publicUrl}:${port}`;
    await vi.waitFor(async () => expect(await call(`${url}/livez`)).toContain("ok"), 10_000);
    const authorization = ["-H", `authorization: Bearer ${token}`];
    expect(await call(`${url}/_sandbox/health`, ...authorization)).toContain('"data"');
    const created = await call(
      `${url}/v1/firms/Harb0rPt/leads`,
      "-H",
      "x-api-key: 11111111-1111-4111-8111-111111111111",
      "--json",
      '{ "email": "maya@example.com", "firstName": "M", "lastName": "M" }',
    );
    expect(created).toContain("maya@example.com");
    const mails = await call(`${url}/_sandbox/emails`, ...authorization);
    expect(mails).toContain("maya@example.com");
    server.process.kill("SIGTERM");
    await server.ended;
  },
);
