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
import { UsageError } from "../usage-error.ts";

/** The content and the destination of the bundle. */
export interface BundleOfRun {
  readonly file: string;
  readonly command: readonly string[];
  readonly config: Config;
  readonly keepData: boolean;
  readonly env: string | undefined;
  /** Further flags that a replay needs. */
  readonly replayFlags: readonly string[];
}

/** A run that becomes a bundle if its command fails. */
export interface RecordedRun {
  readonly watch: SandboxWatch;
  /** Writes the bundle unless `code`, the command's exit code, is 0. */
  readonly end: (code: number) => Promise<void>;
}

/** Starts to record the run. */
export function recordRun(run: BundleOfRun): RecordedRun {
  const { file, command, config, keepData, env, replayFlags } = run;
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
      const context = await bundleContext(settings, { keepData, results: null, env });
      const exit = { code, timedOut: false };
      const seen = { ...observer.seen(), exit, tests: null, durationMs: nowMs(), output: "" };
      const content = bundleOf({ planned: null, judgement: null, observation: seen }, context);
      await writeFile(file, textOfBundle(content));
      print(`repeat it with: ${shellLine(["lead-sandbox", "replay", file, ...replayFlags])}`);
    },
  };
}
