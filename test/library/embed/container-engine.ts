/** An engine with Docker's API: the one of DOCKER_HOST, or podman with the images of scripts/image.sh. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { vi } from "vitest";

import { images, whyNoImages } from "../../image/podman.ts";

/** The image of the test containers. */
export const image = process.env["LEAD_SANDBOX_TEST_IMAGE"] ?? images.server;

/** Why these tests are skipped, for their titles; null when there is an engine. */
export function whyNoEngine(suite: string): string | null {
  return process.env["DOCKER_HOST"] === undefined ? whyNoImages(suite) : null;
}

/** Starts an engine unless one is running. The returned function stops it and restores the environment. */
export async function startEngine(): Promise<() => Promise<void>> {
  if (process.env["DOCKER_HOST"] !== undefined) return () => Promise.resolve();
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-engine-"));
  const socket = join(folder, "engine.sock");
  const service = spawn("podman", ["system", "service", "--time=0", `unix://${socket}`], {
    stdio: "ignore",
  });
  await vi.waitFor(() => connected(socket), { timeout: 20_000 });
  vi.stubEnv("DOCKER_HOST", `unix://${socket}`);
  // Testcontainers would pull its reaper from a registry, so the tests do without it.
  vi.stubEnv("TESTCONTAINERS_RYUK_DISABLED", "true");
  vi.stubEnv("TESTCONTAINERS_HOST_OVERRIDE", "127.0.0.1");
  return async () => {
    vi.unstubAllEnvs();
    const ended = once(service, "exit");
    service.kill();
    await ended;
    rmSync(folder, { recursive: true });
  };
}

/** Rejects when no process listens on the socket. */
async function connected(socket: string): Promise<void> {
  const connection = connect(socket);
  await once(connection, "connect");
  connection.destroy();
}
