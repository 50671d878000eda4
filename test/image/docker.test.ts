import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";

import { describe, expect, it } from "vitest";

import { hardened, images, ownName, whyNoImages } from "./podman.ts";

const run = promisify(execFile);

/** Why the Docker client is not tested; null when it is. */
function whyNoDocker(): string | null {
  const suite = "test/image/docker.test.ts";
  const missing = whyNoImages(suite);
  if (missing !== null) return missing;
  const isThere = spawnSync("docker", ["--version"]).status === 0;
  if (isThere && process.env["DOCKER_HOST"] !== undefined) return null;
  const why = isThere ? "DOCKER_HOST names no engine" : "there is no docker command";
  process.stderr.write(`SKIPPED ${suite}: ${why}\n`);
  return ` (skipped: ${why})`;
}

async function docker(...args: readonly string[]): Promise<string> {
  const { stdout } = await run("docker", args);
  return stdout.trim();
}

const reason = whyNoDocker();

describe.skipIf(reason !== null)(`the docker command${reason ?? ""}`, () => {
  it("runs the image, reports it healthy and stops it with exit code 0", async () => {
    const name = ownName("container");
    const ports = ["--publish", "127.0.0.1::4610"];
    await docker("run", "--detach", "--name", name, ...hardened, ...ports, images.server);
    const command = ["node", "/app/command/start.mjs"];
    await docker("exec", name, ...command, "ready", "--wait", "20s");
    expect(await docker("exec", name, ...command, "healthcheck")).toBe("healthy");
    const address = await docker("port", name, "4610");
    expect((await fetch(`http://${address}/readyz`)).status).toBe(200);
    // Podman's engine kills a container at once when `stop` has no timeout.
    await docker("stop", "--time", "10", name);
    expect(await docker("inspect", "--format", "{{.State.ExitCode}}", name)).toBe("0");
  }, 60_000);
});
