/** The options of `assess`, and the settings of its runs. */
import { availableParallelism } from "node:os";

import * as z from "zod";

import { dateNow } from "../../../base/values/native-timers.ts";
import { leadStates } from "../../../domain/model/lead.ts";
import type { AssessSettings } from "../../../harness/assess/assess.ts";
import { resultFiles } from "../../../harness/explore/run/results.ts";
import type { Config } from "../../../server/settings/config.ts";
import { InterceptBy } from "../client-command/intercept-by.ts";
import { ownLedger } from "./own-ledger.ts";

export const AssessOptionsShape = z.looseObject({
  every: z.number().nullable().default(null),
  leads: z.number().nullable().default(null),
  also: z.number().default(0),
  results: z.string().nullable().default(null),
  require: z.array(z.string()).default([]),
  budget: z.number(),
  setup: z.string().optional(),
  env: z.string().optional(),
  interceptBy: InterceptBy.optional(),
  out: z.string().nullable().default(null),
  json: z.boolean().default(false),
  url: z.string().nullable().default(null),
  har: z.array(z.string()).default([]),
  ledger: z.string().optional(),
  ledgerCommand: z.string().optional(),
  states: z.map(z.string(), z.enum(leadStates)).default(() => new Map()),
  keeps: z.number().optional(),
  tick: z.string().default("exec"),
});
export type AssessOptions = z.infer<typeof AssessOptionsShape>;

/** The settings of the runs, without what ends or shows them. */
export function settingsOf(
  command: readonly string[],
  config: Config,
  options: AssessOptions,
  signal: AbortSignal,
): Omit<AssessSettings, "environmentOf" | "onProgress"> {
  const { results, setup, budget, leads } = options;
  return {
    ...ownLedger(options, signal),
    signal,
    command,
    config,
    leads,
    worlds: [],
    startsAt: dateNow(),
    results: results === null ? null : resultFiles(results),
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
