import { availableParallelism } from "node:os";

import { dateNow } from "../../../base/values/native-timers.ts";
import type { AssessSettings } from "../../../harness/assess/assess.ts";
import { resultFiles } from "../../../harness/runs/test-results.ts";
import type { Config } from "../../../server/settings/config.ts";
import type { AssessOptions } from "../options/assess.ts";
import { ownLedger } from "./own-ledger.ts";

/** The settings of the runs, without what ends or shows them. */
export function settingsOf(
  command: readonly string[],
  config: Config,
  options: AssessOptions,
  signal: AbortSignal,
): Omit<AssessSettings, "environmentOf" | "onProgress"> {
  const { results, setup, budget, leads = null } = options;
  return {
    ...ownLedger(options, signal),
    signal,
    command,
    config,
    leads,
    worlds: [],
    startsAt: dateNow(),
    results: results === undefined ? null : resultFiles(results),
    // A failed client runs again, because its next run may put right what it left behind.
    rerun: true,
    budgetMs: budget,
    // A setup empties what copies of the client would share.
    jobs: setup === undefined ? null : 1,
    setup,
    cores: availableParallelism(),
    timeoutMs: null,
    allowNondeterminism: false,
  };
}
