/** A started program that is killed at a chosen moment. */
import { watch } from "node:fs";
import { setImmediate } from "node:timers/promises";

import type { Started } from "../cli/program.ts";

/** Kills the process so many microseconds from now, wherever it is then. */
export async function killIn(
  { process: child, ended }: Started,
  microseconds: number,
): Promise<void> {
  const until = performance.now() + microseconds / 1_000;
  while (performance.now() < until) {
    // oxlint-disable-next-line no-await-in-loop -- callers continue in the meantime
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
