/** All measured servers. */
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { build } from "tsdown";
import * as z from "zod";

import { buildImage } from "../../scripts/build-command.ts";
import { bundling, root } from "../../scripts/bundling.ts";
import { bareHono, jsonServer } from "./peers.ts";
import { sandbox, sandboxName } from "./sandbox.ts";
import type { Target } from "./target.ts";

export interface Targets {
  readonly sandbox: Target;
  readonly bareHono: Target;
  readonly all: readonly Target[];
  readonly versions: Readonly<Record<string, string>>;
}

const peersFolder = join(root, "bench/peers");
const Package = z.object({ version: z.string() });

/** Builds the sandbox and bare Hono into `folder`, and installs json-server. */
export async function prepareTargets(folder: string): Promise<Targets> {
  const image = join(folder, "image");
  await buildImage(image, process.arch);
  const entry = { "bare-leads": "bench/targets/bare-leads.ts" };
  await build({ ...bundling(), outDir: folder, entry, format: "esm", dts: false });
  installPeers();
  const own = sandbox(image);
  const bare = bareHono(join(folder, "bare-leads.mjs"));
  const peer = jsonServer(join(peersFolder, "node_modules"));
  return {
    sandbox: own,
    bareHono: bare,
    all: [bare, own, peer],
    versions: {
      [sandboxName]: versionIn(root),
      hono: versionIn(join(root, "node_modules/hono")),
      "@hono/node-server": versionIn(join(root, "node_modules/@hono/node-server")),
      [peer.name]: versionIn(join(peersFolder, "node_modules/json-server")),
    },
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
