import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { install } from "./project.ts";

/**
 * `required` downloads the other versions of Node. Otherwise the tests run only on the Node of this
 * repository.
 */
const isRequired = process.env["LEAD_SANDBOX_TEST_NODES"] === "required";

/** Other supported versions of Node: the oldest one, and one in between. */
export const otherNodes = ["22.18.0", "24.21.0"] as const;
/** An unsupported version of Node. */
export const oldNode = "20.20.2";

/** A program that creates a sandbox. */
export const inProcess = 'import("lead-sandbox").then(({ createSandbox }) => createSandbox())';

/**
 * Whether tests on other versions of Node run. If not, prints the name of the skipped suite on
 * stderr.
 */
export function hasOtherNodes(suite: string): boolean {
  if (isRequired) return true;
  process.stderr.write(
    `SKIPPED ${suite} on Node ${[oldNode, ...otherNodes].join(", ")}: ` +
      "LEAD_SANDBOX_TEST_NODES=required downloads them.\n",
  );
  return false;
}

/** The path of the `node` program of that version, downloaded as a package. */
export async function nodeOf(version: string): Promise<string> {
  if (version === process.versions.node) return process.execPath;
  const folder = mkdtempSync(join(tmpdir(), `lead-sandbox-node-${version}-`));
  mkdirSync(join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "name": "node-only", "private": true }');
  const name = `node-${process.platform}-${process.arch}`;
  await install(folder, `${name}@${version}`);
  return join(folder, "node_modules", name, "bin/node");
}
