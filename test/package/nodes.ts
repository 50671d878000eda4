import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { install } from "./project.ts";

/** `required` downloads the other versions of Node; without it the tests run on the Node of this repository alone. */
const isRequired = process.env["LEAD_SANDBOX_TEST_NODES"] === "required";

/** Versions of Node besides the one that runs the tests: the oldest that the package takes, and the one in between. */
export const otherNodes = ["22.18.0", "24.21.0"] as const;
/** One that it does not take. */
export const oldNode = "20.20.2";

/** Whether tests on other versions of Node run; when not, it says so on stderr, naming them. */
export function hasOtherNodes(suite: string): boolean {
  if (isRequired) return true;
  process.stderr.write(
    `SKIPPED ${suite} on Node ${[oldNode, ...otherNodes].join(", ")}: ` +
      "LEAD_SANDBOX_TEST_NODES=required downloads them.\n",
  );
  return false;
}

/** The program of a version of Node, downloaded as a package. */
export async function nodeOf(version: string): Promise<string> {
  if (version === process.versions.node) return process.execPath;
  const folder = mkdtempSync(join(tmpdir(), `lead-sandbox-node-${version}-`));
  mkdirSync(join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "name": "node-only", "private": true }');
  const name = `node-${process.platform}-${process.arch}`;
  await install(folder, `${name}@${version}`);
  return join(folder, "node_modules", name, "bin/node");
}
