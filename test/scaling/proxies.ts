/** Runs Debian's nginx and HAProxy with the configurations from the docs. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { onTestFinished, vi } from "vitest";

import { keptPort } from "../support/kept-port.ts";

/** A proxy that the docs have a configuration for. */
export interface Proxy {
  readonly name: string;
  readonly program: string;
  readonly package: string;
  readonly configuration: string;
  readonly arguments: (folder: string, file: string) => readonly string[];
  /** What the configuration of a test has besides that of the docs. */
  readonly adapted: (text: string, folder: string) => string;
}

export const proxies: readonly Proxy[] = [
  {
    name: "nginx",
    program: "/usr/sbin/nginx",
    package: "nginx-light",
    configuration: "docs/scaling/nginx.conf",
    arguments(folder, file) {
      const main = "daemon off; master_process off; pid nginx.pid; error_log stderr;";
      return ["-p", folder, "-c", file, "-e", "stderr", "-g", main];
    },
    adapted(text, folder) {
      mkdirSync(join(folder, "temporary"));
      const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
      const folders = kinds.map((kind) => `${kind}_temp_path ${join(folder, "temporary", kind)};`);
      return text.replace("http {\n", `http {\naccess_log off;\n${folders.join("\n")}\n`);
    },
  },
  {
    name: "HAProxy",
    program: "/usr/sbin/haproxy",
    package: "haproxy",
    configuration: "docs/scaling/haproxy.cfg",
    arguments: (_folder, file) => ["-db", "-f", file],
    adapted: (text) => text,
  },
];

/** `required` makes a missing proxy a failure; otherwise the tests that need it are skipped. */
const isRequired = process.env["LEAD_SANDBOX_TEST_PROXIES"] === "required";

/** Whether tests of a proxy run. If not, prints the name of the skipped suite on stderr. */
export function hasProxy(proxy: Proxy, suite: string): boolean {
  if (isRequired || existsSync(proxy.program)) return true;
  process.stderr.write(
    `SKIPPED ${suite}: there is no ${proxy.program}. Install it with ` +
      `apt-get install -y --no-install-recommends ${proxy.package}\n`,
  );
  return false;
}

/**
 * Starts the proxy in front of `ports` with the documented configuration, and returns its URL. It stops at the end of
 * the test.
 */
export async function startProxy(
  proxy: Proxy,
  folder: string,
  ports: readonly number[],
): Promise<string> {
  const port = await keptPort();
  const file = join(folder, "proxy.conf");
  writeFileSync(file, configurationOf(proxy, folder, [port, ...ports]));
  const child = spawn(proxy.program, proxy.arguments(folder, file));
  let printed = "";
  child.stderr.on("data", (chunk) => {
    printed += String(chunk);
  });
  const ended = Promise.withResolvers<void>();
  child.on("close", () => ended.resolve());
  child.on("error", ended.reject);
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended.promise;
  });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`${proxy.name} ended: ${printed}`);
      const { status } = await fetch(`${url}/livez`);
      if (status !== 200) throw new Error(`${proxy.name} answers ${status}: ${printed}`);
    },
    { timeout: 10_000 },
  );
  return url;
}

/** The documented configuration with the proxy's own port in place of 4610, and those of sandboxes for 4611 on. */
function configurationOf(proxy: Proxy, folder: string, ports: readonly number[]): string {
  let text = readFileSync(proxy.configuration, "utf8");
  for (const [index, port] of ports.entries()) {
    const place = new RegExp(`127\\.0\\.0\\.1:${4610 + index}\\b`, "g");
    if (!place.test(text)) throw new Error(`The file does not have ${place.source}.`);
    text = text.replace(place, `127.0.0.1:${port}`);
  }
  return proxy.adapted(text, folder);
}
