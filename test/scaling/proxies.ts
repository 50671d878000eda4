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
  /** Makes it read its configuration again. */
  readonly reload: NodeJS.Signals;
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
      const main = "daemon off; user root; worker_processes 1; pid nginx.pid; error_log stderr;";
      return ["-p", folder, "-c", file, "-e", "stderr", "-g", main];
    },
    reload: "SIGHUP",
    adapted(text, folder) {
      mkdirSync(join(folder, "temporary"), { recursive: true });
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
    arguments: (_folder, file) => ["-W", "-db", "-f", file],
    reload: "SIGUSR2",
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

/** A proxy that runs until the end of the test. */
export interface RunningProxy {
  readonly url: string;
  /** Puts the sandbox at `port` behind it, too, as the fourth, and waits until its number leads there. */
  readonly add: (port: number) => Promise<void>;
}

/** Starts the proxy in front of the sandboxes at `ports` with the documented configuration. */
export async function startProxy(
  proxy: Proxy,
  folder: string,
  ports: readonly number[],
): Promise<RunningProxy> {
  const port = await keptPort();
  const file = join(folder, "proxy.conf");
  const configure = (text: string, all: readonly number[]): void =>
    writeFileSync(file, proxy.adapted(atPorts(text, [port, ...all]), folder));
  const documented = readFileSync(proxy.configuration, "utf8");
  configure(documented, ports);
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
  const leadsTo = async (path: string, shard: string, expected: string): Promise<void> =>
    vi.waitFor(
      async () => {
        if (child.exitCode !== null) throw new Error(`${proxy.name} ended: ${printed}`);
        const answer = await fetch(url + path, { headers: { "x-sandbox-shard": shard } });
        const text = await answer.text();
        if (!text.includes(expected)) throw new Error(`${proxy.name}: ${text} ${printed}`);
      },
      { timeout: 10_000 },
    );
  await leadsTo("/livez", "00", "ok");
  return {
    url,
    async add(added) {
      configure(withFourth(documented), [...ports, added]);
      child.kill(proxy.reload);
      await leadsTo("/_sandbox/health", "03", '"shard":"03"');
    },
  };
}

/** The documented configuration with the proxy's own port in place of 4610, and those of sandboxes for 4611 on. */
function atPorts(documented: string, ports: readonly number[]): string {
  return ports.reduce((text, port, index) => {
    const place = new RegExp(`127\\.0\\.0\\.1:${4610 + index}\\b`, "g");
    if (!place.test(text)) throw new Error(`The file does not have ${place.source}.`);
    return text.replace(place, `127.0.0.1:${port}`);
  }, documented);
}

/** Everything that is about the third sandbox, once more for a fourth. */
function withFourth(documented: string): string {
  return documented.replaceAll(
    /^(?:backend shard_02\n)?.*(?:02 shard_02|127\.0\.0\.1:4613\b).*\n/gm,
    (third) =>
      third + third.replaceAll("02", "03").replace("4613", "4614").replace("three", "four"),
  );
}
