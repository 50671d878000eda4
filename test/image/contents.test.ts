import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import packageJson from "../../package.json" with { type: "json" };
import {
  filesIn,
  images,
  inspected,
  layersAbove,
  printedBy,
  processorOf,
  whyNoImages,
} from "./podman.ts";

const reason = whyNoImages("test/image/contents.test.ts");
const megabyte = 1_000_000;

/** The compressed size of layers in bytes, as in a registry. */
async function compressed(folders: readonly string[]): Promise<number> {
  const sizes = await Promise.all(folders.map(compressedOne));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function compressedOne(folder: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const child = spawn("tar", ["-czf", "-", "-C", folder, "."], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let bytes = 0;
  let complaint = "";
  child.stdout.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    complaint += chunk.toString("utf8");
  });
  child.once("error", reject);
  child.once("close", (code) =>
    code === 0 ? resolve(bytes) : reject(new Error(`tar ended with ${code}: ${complaint}`)),
  );
  return promise;
}

/** The native file in the layers. */
function nativeFileIn(folders: readonly string[]): string {
  const files = folders.map((folder) => join(folder, "app/command/better-sqlite3.node"));
  const [file, ...others] = files.filter((one) => existsSync(one));
  if (file === undefined || others.length > 0) throw new Error("There is not one native file.");
  return file;
}

describe("the Dockerfile", () => {
  const dockerfile = readFileSync("Dockerfile", "utf8");

  it("has the package's version as its default version", () => {
    expect(dockerfile).toContain(`ARG VERSION=${packageJson.version}\n`);
  });

  it("sets a short start interval of the health check", () => {
    expect(dockerfile).toMatch(/^HEALTHCHECK .*--start-interval=250ms /m);
  });
});

describe.skipIf(reason !== null)(`the content of the image${reason ?? ""}`, () => {
  it("is only the bundle with its files and the data folder", async () => {
    const files = filesIn(await layersAbove(images.server, images.base));
    const places = new Set(files.map((file) => file.split("/").slice(0, 3).join("/")));
    expect([...places].toSorted()).toEqual([
      "/app/THIRD-PARTY-LICENSES",
      "/app/command",
      "/app/console",
      "/app/fixtures",
      "/app/guide",
      "/app/kits",
      "/app/openapi",
      "/app/preloads",
      "/app/sbom.cdx.json",
      "/app/skills",
      "/app/swagger-ui",
    ]);
    expect(files.filter((file) => /node_modules|\.[cm]?ts$|\.map$|\/\.npm/.test(file))).toEqual([]);
    expect(files.filter((file) => file.endsWith(".node"))).toEqual([
      "/app/command/better-sqlite3.node",
    ]);
  });

  it("adds less than 15 MB, compressed, to the base image", async () => {
    const above = await compressed(await layersAbove(images.server, images.base));
    const [{ bytes }, base] = await Promise.all([inspected(images.server), inspected(images.base)]);
    process.stdout.write(
      `the server adds ${(above / megabyte).toFixed(2)} MB compressed, ` +
        `${((bytes - base.bytes) / megabyte).toFixed(2)} MB on disk, to a base of ${(base.bytes / megabyte).toFixed(0)} MB\n`,
    );
    expect(above).toBeLessThan(15 * megabyte);
  }, 60_000);

  it("has the standard labels", async () => {
    const format = "--format={{json .Labels}}";
    const labels: unknown = JSON.parse(await printedBy("image", "inspect", format, images.server));
    expect(labels).toMatchObject({
      "org.opencontainers.image.title": packageJson.name,
      "org.opencontainers.image.description": packageJson.description,
      "org.opencontainers.image.version": packageJson.version,
      "org.opencontainers.image.revision": expect.stringMatching(/^(?:[0-9a-f]{40}|unknown)$/),
      "org.opencontainers.image.base.name": images.base,
      "org.opencontainers.image.created": expect.stringMatching(
        /^(?:\d{4}-\d\d-\d\dT\S+|unknown)$/,
      ),
      "org.opencontainers.image.source": packageJson.homepage,
      "org.opencontainers.image.url": packageJson.homepage,
      "org.opencontainers.image.documentation": packageJson.homepage,
      "org.opencontainers.image.licenses": packageJson.license,
      "org.opencontainers.image.authors": packageJson.author,
    });
  });

  it("starts the server as user 1000 in the volume /data, and stops it with SIGTERM", async () => {
    const format = "--format={{json .Config}}";
    const config: unknown = JSON.parse(await printedBy("image", "inspect", format, images.server));
    expect(config).toMatchObject({
      User: "1000:1000",
      WorkingDir: "/data",
      Volumes: { "/data": {} },
      ExposedPorts: { "4610/tcp": {} },
      Entrypoint: ["node", "/app/command/start.mjs"],
      StopSignal: "SIGTERM",
    });
  });

  it("matches the processor of its build, including the native file", async () => {
    const here = await inspected(images.server);
    const foreign = await inspected(images.foreign);
    expect([here.architecture, foreign.architecture].toSorted()).toEqual(["amd64", "arm64"]);
    expect(processorOf(nativeFileIn(here.folders))).toBe(here.architecture);
    expect(processorOf(nativeFileIn(foreign.folders))).toBe(foreign.architecture);
  });

  it("adds, in the harness image, only the packages of the verifier", async () => {
    const folders = await layersAbove(images.harness, images.server);
    const files = filesIn(folders);
    process.stdout.write(
      `the harness adds ${((await compressed(folders)) / megabyte).toFixed(1)} MB compressed to the server\n`,
    );
    expect(files.filter((file) => !file.startsWith("/app/node_modules/"))).toEqual([
      "/app/verifier.cdx.json",
    ]);
    const packages = ["@pact-foundation/pact-core", "@pactflow/openapi-pact-comparator"];
    for (const name of packages) {
      expect(files).toContain(`/app/node_modules/${name}/package.json`);
    }
    expect(files.filter((file) => /\/(?:typescript|vitest|tsdown)\//.test(file))).toEqual([]);
  }, 60_000);
});
