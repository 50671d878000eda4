import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import * as z from "zod";

import { readConfig, settings } from "../../src/server/settings/config.ts";
import { temporaryFolder } from "../apps/cli/program.ts";
import { images, podman, printedBy, untilReady, whyNoImages } from "./podman.ts";

const run = promisify(execFile);

const Service = z.looseObject({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()),
  volumes: z.array(z.string()).default([]),
  networks: z.looseObject({ default: z.looseObject({ aliases: z.array(z.string()) }) }).optional(),
});
const Compose = z.looseObject({
  services: z.looseObject({ sandbox: Service, mailpit: Service }),
});

function compose() {
  return Compose.parse(parse(readFileSync("compose.yaml", "utf8")));
}

/** Why compose.yaml is not run but only read; null when it is run. */
function whyNoCompose(): string | null {
  const suite = "what test/image/compose.test.ts runs";
  const missing = whyNoImages(suite);
  if (missing !== null) return missing;
  if (process.env["LEAD_SANDBOX_TEST_COMPOSE"] !== undefined) return null;
  const why = "LEAD_SANDBOX_TEST_COMPOSE names no folder that podman-compose is installed in";
  process.stderr.write(`SKIPPED ${suite}: ${why}\n`);
  return ` (skipped: ${why})`;
}

describe("compose.yaml", () => {
  it("contains only known settings with valid values", () => {
    const { environment } = compose().services.sandbox;
    const known = settings.map(({ variable }) => variable);
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
    expect(readConfig({ environment })).toMatchObject({
      data: "/data",
      https: true,
      httpsPort: 443,
      smtpUrl: "smtp://mailpit:1025",
      mailpitUrl: "http://mailpit:8025",
    });
  });

  it("gives the sandbox a network alias for each host in its settings", () => {
    const { networks, environment } = compose().services.sandbox;
    const { surfaceHosts } = readConfig({ environment });
    expect(Object.values(surfaceHosts).flat()).toEqual(networks?.default.aliases);
  });

  it("has a volume for clients that contains only the certificate", () => {
    const { environment, volumes } = compose().services.sandbox;
    const { data, tlsDir, caFile } = readConfig({ environment });
    const folders = new Map(volumes.map((volume) => [volume.split(":")[1], volume.split(":")[0]]));
    const forClients = folders.get(dirname(caFile ?? ""));
    expect(forClients).not.toBeUndefined();
    expect(forClients).not.toBe(folders.get(data ?? ""));
    expect(tlsDir).toBeNull();
    const text = readFileSync("compose.yaml", "utf8");
    const [, advised] = /volumes: \[([\w-]+):\/sandbox:ro\]/.exec(text) ?? [];
    expect(advised).toBe(forClients);
  });

  it.each(["sandbox", "mailpit"] as const)(
    "gives %s no capabilities, a read-only file system, and ports on loopback only",
    (name) => {
      const service = compose().services[name];
      expect(service).toMatchObject({
        read_only: true,
        tmpfs: ["/tmp"],
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
      });
      expect(service.ports).toHaveLength(1);
      expect(service.ports.filter((port) => !port.startsWith("127.0.0.1:"))).toEqual([]);
    },
  );

  it("pins the version of Mailpit, and has a health check for it", () => {
    const { mailpit } = compose().services;
    expect(mailpit.image).toMatch(/\/mailpit:v\d+\.\d+\.\d+$/);
    expect(mailpit).toMatchObject({ healthcheck: { test: ["CMD", "/mailpit", "readyz"] } });
  });
});

const reason = whyNoCompose();

describe.skipIf(reason !== null)(`the sandbox of compose.yaml${reason ?? ""}`, () => {
  it("starts with podman-compose, answers on its port, and has the host as an alias", async () => {
    const project = `lead-sandbox-test-${process.pid}`;
    const folder = temporaryFolder();
    const file = join(folder, "compose.json");
    const written = compose();
    // The port in the file may be in use on this machine.
    written.services.sandbox.ports = ["127.0.0.1::4610"];
    writeFileSync(file, JSON.stringify(written));
    const env = {
      ...process.env,
      PYTHONPATH: process.env["LEAD_SANDBOX_TEST_COMPOSE"],
      LEAD_SANDBOX_IMAGE: images.server,
    };
    const composed = ["-m", "podman_compose", "-p", project, "-f", file];
    onTestFinished(async () => {
      await run("python3", [...composed, "down", "--volumes"], { env });
    });
    await run("python3", [...composed, "up", "-d", "--no-build", "--no-deps", "sandbox"], { env });
    const name = `${project}_sandbox_1`;
    await untilReady(name);
    const address = await printedBy("port", name, "4610");
    expect((await fetch(`http://${address}/readyz`)).status).toBe(200);
    const format = "--format={{json .NetworkSettings.Networks}}";
    const { stdout } = await podman("inspect", format, name);
    expect(stdout).toContain('"leads.lender.example"');
  }, 60_000);
});
