/** A program that the test kills at a chosen moment. */
import { watch } from "node:fs";
import { setImmediate } from "node:timers/promises";

import type { Started } from "../apps/cli/program.ts";

/** Kills the process after that many microseconds. */
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

/**
 * Resolves when a file with that prefix changes in the folder. A kill at that moment may leave it
 * half written.
 */
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
