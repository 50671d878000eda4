/** Runs Debian's nginx with the configuration from the docs. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

import { onTestFinished, vi } from "vitest";

const program = "/usr/sbin/nginx";
/** `required` makes a missing nginx a failure; otherwise the tests that need it are skipped. */
const isRequired = process.env["LEAD_SANDBOX_TEST_NGINX"] === "required";

/** Whether tests that need nginx run. If not, prints the name of the skipped suite on stderr. */
export function hasNginx(suite: string): boolean {
  if (isRequired || existsSync(program)) return true;
  process.stderr.write(
    `SKIPPED ${suite}: there is no ${program}. Install it with ` +
      "apt-get install -y --no-install-recommends nginx-light\n",
  );
  return false;
}

/**
 * Starts nginx in front of `ports` with the documented configuration, and returns its URL. It stops
 * at the end of the test.
 */
export async function startNginx(folder: string, ports: readonly number[]): Promise<string> {
  const port = await freePort();
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration(folder, port, ports));
  const main = "daemon off; master_process off; pid nginx.pid; error_log stderr;";
  const child = spawn(program, ["-p", folder, "-c", file, "-e", "stderr", "-g", main]);
  let expected = "";
  child.stderr.on("data", (chunk) => {
    expected += String(chunk);
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
      if (child.exitCode !== null) throw new Error(`nginx ended: ${expected}`);
      const { status } = await fetch(`${url}/livez`);
      if (status !== 200) throw new Error(`nginx answers ${status}: ${expected}`);
    },
    { timeout: 10_000 },
  );
  return url;
}

/** The documented configuration with other ports, and with folders that any user can write to. */
function configuration(folder: string, port: number, ports: readonly number[]): string {
  let text = readFileSync("docs/scaling/nginx.conf", "utf8");
  const put = (place: string, value: string): void => {
    if (text.split(place).length !== 2) throw new Error(`The file does not have ${place} once.`);
    text = text.replace(place, value);
  };
  put("listen 127.0.0.1:4610;", `listen 127.0.0.1:${port};`);
  for (const [index, own] of ports.entries())
    put(`127.0.0.1:${4611 + index} `, `127.0.0.1:${own} `);
  mkdirSync(join(folder, "temporary"));
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const folders = kinds.map((kind) => `${kind}_temp_path ${join(folder, "temporary", kind)};`);
  put("http {\n", `http {\naccess_log off;\n${folders.join("\n")}\n`);
  return text;
}

async function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = createServer().listen(0, "127.0.0.1", () => {
    const address = server.address();
    server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0));
  });
  return promise;
}
