/** Starts the server of a commit or of another checkout of this project. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";

import { root } from "../scripts/bundling.ts";
import { knownLead } from "./leads.ts";
import type { Served } from "./served.ts";
import { startServed } from "./served.ts";
import { getOne, sandboxEnvironment } from "./targets/sandbox.ts";

/** The folder of a checkout. That of a commit is made in `folder`, and runs with the packages of this checkout. */
export function checkoutOf(name: string, folder: string): string {
  if (existsSync(name)) return resolve(name);
  mkdirSync(folder);
  const archive = execFileSync("git", ["archive", name], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** Starts the server of a checkout from source; `data` is the folder of its workspaces, or null for memory. */
export function startCheckout(
  checkout: string,
  fixture: string,
  data: string | null,
): Promise<Served> {
  const program = [process.execPath, join(checkout, "src/start.mjs")] as const;
  const env = sandboxEnvironment(fixture);
  const command = (port: number) => ({
    line: data === null ? program : ([...program, "--data", data] as const),
    cwd: checkout,
    env: env(port),
  });
  return startServed(command, getOne(knownLead));
}
