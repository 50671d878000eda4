import { describe, expect, it } from "vitest";

import {
  hardened,
  healthOf,
  images,
  podman,
  printedBy,
  startChecked,
  startHealthy,
  untilReady,
  whyNoImages,
} from "./podman.ts";

const reason = whyNoImages("test/image/health.test.ts");

describe.skipIf(reason !== null)(`the health check of the image${reason ?? ""}`, () => {
  it("reports healthy as soon as the server is ready", async () => {
    const name = await startChecked(images.server);
    await untilReady(name);
    expect(await healthOf(name)).toBe("healthy");
  }, 60_000);

  it("uses the server's port and HTTPS setting", async () => {
    const settings = ["--env=LEAD_SANDBOX_PORT=5000", "--env=LEAD_SANDBOX_REQUIRE_HTTPS=on"];
    const name = await startChecked(...settings, "--env=LEAD_SANDBOX_HTTPS=on", images.server);
    await untilReady(name);
    expect(await healthOf(name)).toBe("healthy");
  }, 60_000);

  it("reports unhealthy without a server", async () => {
    const name = await startChecked("--entrypoint=sleep", images.server, "600");
    expect(await healthOf(name)).toBe("unhealthy (1)");
  }, 60_000);

  it("reports unhealthy within its timeout when the server stops responding", async () => {
    const name = await startHealthy([], { options: hardened });
    await printedBy("kill", "--signal=SIGSTOP", name);
    const command = ["node", "/app/command/start.mjs", "healthcheck"];
    const { code, stdout } = await podman("exec", name, ...command);
    expect({ code, stdout: stdout.trim() }).toEqual({
      code: 1,
      stdout: "unhealthy: no answer within 2000 ms at http://127.0.0.1:4610",
    });
  }, 60_000);

  it("runs the command's own health check every 10 s, with a start period of 10 s", async () => {
    const format = "--format={{json .Config.Healthcheck}}";
    const name = await startChecked(images.server);
    const second = 1_000_000_000;
    expect(JSON.parse(await printedBy("inspect", format, name))).toEqual({
      Test: ["CMD", "node", "/app/command/start.mjs", "healthcheck"],
      StartPeriod: 10 * second,
      Interval: 10 * second,
      Timeout: 3 * second,
      Retries: 3,
    });
  }, 60_000);
});
