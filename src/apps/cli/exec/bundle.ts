/** `exec --bundle`, loaded only with that option. */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";

import { dateNow, performance } from "../../../base/values/native-timers.ts";
import { textOfBundle } from "../../../harness/bundle/bundle-file.ts";
import { bundleOf } from "../../../harness/explore/bundle/bundle-of.ts";
import { shellLine } from "../../../harness/explore/report/commands.ts";
import { newObserver } from "../../../harness/explore/run/observer.ts";
import type { SandboxWatch } from "../../../server/sandbox/sandbox.ts";
import type { Config } from "../../../server/settings/config.ts";
import { bundleContext } from "../explore/bundles.ts";
import { flagsAgain } from "../options/again.ts";
import type { ExecOptions } from "../options/exec.ts";
import { execRows } from "../options/exec.ts";
import { UsageError } from "../usage-error.ts";

/** A run that becomes a bundle if its command fails. */
export interface RecordedRun {
  readonly watch: SandboxWatch;
  /** Writes the bundle unless `code`, the command's exit code, is 0. */
  readonly end: (code: number) => Promise<void>;
}

/** Starts to record the run of `command` for the bundle `file`. */
export function recordRun(
  file: string,
  command: readonly string[],
  config: Config,
  options: ExecOptions,
): RecordedRun {
  if (config.data !== null) {
    throw new UsageError(
      "--bundle and --data cannot be combined: a bundle does not contain the kept workspaces that the run starts with.",
    );
  }
  const startsAt = dateNow();
  const started = performance.now();
  const nowMs = (): number => performance.now() - started;
  const observer = newObserver(null, nowMs);
  const print = (line: string): void => {
    if (config.logLevel !== "silent") process.stderr.write(`lead-sandbox: ${line}\n`);
  };
  return {
    watch: observer.watch,
    async end(code) {
      if (code === 0) {
        if (existsSync(file)) print(`the command passed: ${file} is from an earlier run`);
        return;
      }
      const settings = { command, config, startsAt, rerun: false, timeoutMs: null };
      const context = await bundleContext(settings, options);
      const observation = { ...observer.seen(), exit: { code, timedOut: false } };
      const content = bundleOf({ planned: null, judgement: null, observation }, context);
      await writeFile(file, textOfBundle(content));
      const { replayFlags = [] } = flagsAgain(execRows, options);
      print(`repeat it with: ${shellLine(["lead-sandbox", "replay", file, ...replayFlags])}`);
    },
  };
}
