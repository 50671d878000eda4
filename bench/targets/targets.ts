/** All measured servers. */
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { build } from "tsdown";
import * as z from "zod";

import { buildImage } from "../../scripts/build-command.ts";
import { bundling, root } from "../../scripts/bundling.ts";
import { bareHono, bareHonoName } from "./bare-hono.ts";
import { emulate } from "./emulate.ts";
import { jsonServer0, jsonServer1 } from "./json-servers.ts";
import { mockoon } from "./mockoon.ts";
import { prism } from "./prism.ts";
import { sandbox, sandboxName } from "./sandbox.ts";
import type { Target } from "./target.ts";
import { wiremock } from "./wiremock.ts";

export interface Targets {
  readonly sandbox: (settings?: readonly string[]) => Target;
  readonly bareHono: (env?: Readonly<Record<string, string>>) => Target;
  readonly peers: readonly Target[];
  readonly versions: Readonly<Record<string, string>>;
  /** The first line of `java -version`; null without Java. */
  readonly java: string | null;
}

const peersFolder = join(root, "bench/peers");
const packages = join(peersFolder, "node_modules");
const Package = z.object({ version: z.string() });

/** The peers by target name, each with its npm package. */
const peers: Readonly<Record<string, { readonly package: string; readonly target: () => Target }>> =
  {
    "json-server 0.17": { package: "json-server-0", target: () => jsonServer0(packages) },
    "json-server 1.0": { package: "json-server", target: () => jsonServer1(packages) },
    Prism: { package: "@stoplight/prism-cli", target: () => prism(packages) },
    Mockoon: { package: "@mockoon/cli", target: () => mockoon(packages) },
    WireMock: {
      package: "wiremock",
      target: () => wiremock(packages, versionIn(join(packages, "wiremock"))),
    },
    emulate: { package: "emulate", target: () => emulate(packages) },
  };

/** The valid values of `--target`. */
export const targetNames: readonly string[] = [sandboxName, bareHonoName, ...Object.keys(peers)];

/** The two peers that start fastest. */
export const quickTargets: readonly string[] = ["json-server 1.0", "emulate"];

/** Builds the sandbox and bare Hono into `folder`, and installs the peers in `names`. */
export async function prepareTargets(folder: string, names: readonly string[]): Promise<Targets> {
  const image = join(folder, "image");
  await buildImage(image, process.arch);
  const entry = { "bare-leads": "bench/targets/bare-leads.ts" };
  const outDir = join(folder, "bare");
  await build({ ...bundling(), outDir, entry, format: "esm", dts: false });
  const java = javaVersion();
  const chosen = Object.entries(peers)
    .filter(([name]) => names.includes(name))
    .filter(([name]) => name !== "WireMock" || java !== null);
  if (chosen.length > 0) installPeers();
  return {
    sandbox: (settings) => sandbox(image, settings),
    bareHono: (env) => bareHono(join(outDir, "bare-leads.mjs"), env),
    peers: chosen.map(([, peer]) => peer.target()),
    versions: {
      [sandboxName]: versionIn(root),
      hono: versionIn(join(root, "node_modules/hono")),
      "@hono/node-server": versionIn(join(root, "node_modules/@hono/node-server")),
      ...Object.fromEntries(
        chosen.map(([name, peer]) => [name, versionIn(join(packages, peer.package))]),
      ),
    },
    java,
  };
}

/** Installs the packages of `bench/peers` unless they are up to date. */
function installPeers(): void {
  const writtenAt = (path: string): number =>
    statSync(join(peersFolder, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (writtenAt("node_modules/.package-lock.json") >= writtenAt("package-lock.json")) return;
  const options = ["--ignore-scripts", "--no-audit", "--no-fund"];
  const npm = spawnSync("npm", ["ci", "--prefix", peersFolder, ...options], { stdio: "inherit" });
  if (npm.status !== 0) throw new Error("npm ci failed in bench/peers.");
}

function versionIn(folder: string): string {
  return Package.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))).version;
}

function javaVersion(): string | null {
  const { status, stderr } = spawnSync("java", ["-version"], { encoding: "utf8" });
  return status === 0 ? (stderr.split("\n")[0] ?? "") : null;
}
