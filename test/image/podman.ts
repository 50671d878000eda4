/** Runs podman with the images that scripts/image.sh built for it. */
import { execFile, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";

import { onTestFinished } from "vitest";
import * as z from "zod";

/** The images: the server, the server with the Pact verifier, and the server for the other processor. */
export const images = {
  server: "localhost/lead-sandbox:test",
  harness: "localhost/lead-sandbox:harness-test",
  foreign: "localhost/lead-sandbox:foreign-test",
  base: "docker.io/library/node:26-slim",
} as const;

/**
 * The hardening options that the documentation recommends. They remove everything that the sandbox does not require.
 */
export const hardened = [
  "--read-only",
  "--tmpfs=/tmp",
  "--cap-drop=ALL",
  "--security-opt=no-new-privileges",
] as const;

/** Why these tests are skipped, for their titles; null when the images exist. Also prints the reason on stderr. */
export function whyNoImages(suite: string): string | null {
  const why = whatIsMissing();
  if (why === null) return null;
  if (process.env["LEAD_SANDBOX_TEST_CONTAINERS"] === "required") {
    throw new Error(`${why}, and LEAD_SANDBOX_TEST_CONTAINERS asks for it: see scripts/image.sh.`);
  }
  process.stderr.write(`SKIPPED ${suite}: ${why}. The head of scripts/image.sh tells how to.\n`);
  return ` (skipped: ${why})`;
}

function whatIsMissing(): string | null {
  // Never use the user's own podman.
  if (process.env["CONTAINERS_STORAGE_CONF"] === undefined) return "no images were built for it";
  const found = spawnSync("podman", ["image", "exists", images.foreign], { timeout: 20_000 });
  if (found.error !== undefined) return "there is no podman";
  return found.status === 0 ? null : `there is no ${images.foreign}`;
}

/** The variables with which a program without the tests' environment finds the images. */
export function podmanEnvironment(): Readonly<Record<string, string>> {
  const named = ["CONTAINERS_CONF", "CONTAINERS_STORAGE_CONF"];
  return Object.fromEntries(
    named.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The result of a podman command. */
export interface Done {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a podman command and waits for its end. */
export function podman(...args: readonly string[]): Promise<Done> {
  const { promise, resolve } = Promise.withResolvers<Done>();
  execFile("podman", args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
    const code = typeof error?.code === "number" ? error.code : error === null ? 0 : -1;
    resolve({ code, stdout, stderr });
  });
  return promise;
}

/** The standard output of a podman command. Throws when the command fails. */
export async function printedBy(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await podman(...args);
  if (code === 0) return stdout.trim();
  throw new Error(`podman ${args.join(" ")} ended with ${code}: ${stderr}`);
}

/** A name for a container or volume, which is removed at the end of the test. */
export function ownName(kind: "container" | "volume"): string {
  const name = `lead-sandbox-test-${randomUUID()}`;
  const remove =
    kind === "container" ? ["rm", "--force", "--volumes", "--time=0"] : ["volume", "rm", "--force"];
  onTestFinished(async () => {
    await podman(...remove, name);
  });
  return name;
}

/** Creates a container network without access to other networks, which is removed at the end of the test. */
export async function ownNetwork(): Promise<string> {
  const name = `lead-sandbox-test-${randomUUID()}`;
  onTestFinished(async () => {
    await podman("network", "rm", "--force", "--time=0", name);
  });
  return printedBy("network", "create", "--internal", "--disable-dns", name);
}

/** The address of a container in a network. */
export function addressIn(network: string, name: string): Promise<string> {
  const format = `{{(index .NetworkSettings.Networks "${network}").IPAddress}}`;
  return printedBy("inspect", `--format=${format}`, name);
}

/** Docker's default for every container: any user may listen on ports below 1024. */
export const lowPorts = "--sysctl=net.ipv4.ip_unprivileged_port_start=0";

/** The options of a container, without its image. */
export interface RunOptions {
  readonly image?: string;
  /** Options of `podman run`. Without a network option, the container has no network. */
  readonly options?: readonly string[];
}

/**
 * The arguments of `podman run` for a container of this name. They turn the health check off, as podman requires
 * systemd to run it.
 */
export function runArguments(
  name: string,
  args: readonly string[],
  { image = images.server, options = [] }: RunOptions = {},
): readonly string[] {
  const network = options.some((one) => one.startsWith("--network")) ? [] : ["--network=none"];
  const own = ["--pull=never", "--no-healthcheck", `--name=${name}`];
  return ["run", ...own, ...network, ...options, image, ...args];
}

/** Runs a container and waits for its end. */
export function runToEnd(args: readonly string[], options: RunOptions = {}): Promise<Done> {
  return podman(...runArguments(ownName("container"), args, options));
}

/** Starts a container in the background, waits until it is healthy and returns its name. */
export async function startHealthy(
  args: readonly string[] = [],
  { options = [], ...rest }: RunOptions = {},
): Promise<string> {
  const name = ownName("container");
  const detached = { ...rest, options: ["--detach", ...options] };
  await printedBy(...runArguments(name, args, detached));
  await untilReady(name);
  return name;
}

/** Waits until the server in a container is ready. */
export async function untilReady(name: string): Promise<void> {
  await printedBy("exec", name, "node", "/app/command/start.mjs", "ready", "--wait", "20s");
}

/** Starts a container in the background with the health check of its image, which podman runs on request. */
export async function startChecked(...more: readonly string[]): Promise<string> {
  const name = ownName("container");
  const own = ["--pull=never", "--health-interval=disable", `--name=${name}`];
  await printedBy("run", "--detach", "--network=none", ...hardened, ...own, ...more);
  return name;
}

/** Runs the health check of a container and returns its result. */
export async function healthOf(name: string): Promise<string> {
  const { code } = await podman("healthcheck", "run", name);
  return code === 0 ? "healthy" : `unhealthy (${code})`;
}

/** Runs JavaScript inside of a container and returns its output. */
export function evaluatedIn(name: string, script: string, ...args: string[]): Promise<string> {
  return printedBy("exec", name, "node", "--input-type=module", "--eval", script, ...args);
}

const Inspected = z.tuple([
  z.looseObject({
    Architecture: z.string(),
    Size: z.number(),
    RootFS: z.looseObject({ Layers: z.array(z.string()) }),
    GraphDriver: z.looseObject({
      Data: z.looseObject({ UpperDir: z.string(), LowerDir: z.string().optional() }),
    }),
  }),
]);

/** The configuration and layers of an image. */
export async function inspected(image: string) {
  const [expected] = Inspected.parse(JSON.parse(await printedBy("image", "inspect", image)));
  const { UpperDir, LowerDir = "" } = expected.GraphDriver.Data;
  return {
    architecture: expected.Architecture,
    bytes: expected.Size,
    layers: expected.RootFS.Layers,
    /** The folders of the layers, topmost first. */
    folders: [UpperDir, ...LowerDir.split(":").filter(Boolean)],
  };
}

/** The folders of the layers that `image` adds to `below`. */
export async function layersAbove(image: string, below: string): Promise<readonly string[]> {
  const [top, bottom] = await Promise.all([inspected(image), inspected(below)]);
  if (bottom.layers.some((layer, index) => top.layers[index] !== layer)) {
    throw new Error(`${image} was not made from ${below} as it is now: run scripts/image.sh.`);
  }
  return top.folders.slice(0, top.layers.length - bottom.layers.length);
}

/** The files in these folders, as paths in the image. */
export function filesIn(folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length)),
  );
}

const machines: Readonly<Record<number, string>> = { 0x3e: "amd64", 0xb7: "arm64" };

/** The processor of a native file, from its ELF header. */
export function processorOf(file: string): string {
  const header = Buffer.alloc(20);
  const opened = openSync(file, "r");
  readSync(opened, header, 0, header.length, 0);
  closeSync(opened);
  if (header.toString("latin1", 0, 4) !== "\u007FELF") return "none: it is no ELF file";
  return machines[header.readUInt16LE(18)] ?? `machine ${header.readUInt16LE(18)}`;
}
