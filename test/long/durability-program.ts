/** The built program, which starts in a tenth of the time that its sources take. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";

import { afterAll, beforeAll } from "vitest";

import type { Ready, Started } from "../cli/program.ts";
import { readyLine, startProgram } from "../cli/program.ts";

/** Starts the built program with these arguments, on a free port and with a ready line for machines. */
export interface Built {
  readonly start: (args: readonly string[]) => Started;
  readonly startReady: (args: readonly string[]) => Promise<Started & { readonly ready: Ready }>;
}

/** Builds the program before the tests of a file and removes it after them. */
export function builtProgram(): Built {
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-built-"));
  beforeAll(async () => {
    await promisify(execFile)(process.execPath, ["scripts/build.ts", "--image", "--out", folder]);
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const start: Built["start"] = (args) =>
    startProgram(
      process.execPath,
      [join(folder, "command", "start.mjs"), "--port", "0", "--log-format", "json", ...args],
      {},
    );
  return {
    start,
    async startReady(args) {
      const started = start(args);
      return { ...started, ready: readyLine(await started.printed("\n")) };
    },
  };
}

/** Kills the process so many microseconds from now, wherever it is then. */
export async function killIn(
  { process: child, ended }: Started,
  microseconds: number,
): Promise<void> {
  const until = performance.now() + microseconds / 1_000;
  while (performance.now() < until) {
    // oxlint-disable-next-line no-await-in-loop -- those who call go on meanwhile
    await setImmediate();
  }
  child.kill("SIGKILL");
  await ended;
}

/** Resolves when something changes in the folder whose name begins so, which is when it can be left half done. */
export async function madeSomething(
  folder: string,
  named: string,
  { ended }: Started,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const changes = watch(folder, (_, name) => {
    if (name?.startsWith(named) === true) resolve();
  });
  await Promise.race([promise, ended]);
  changes.close();
}
