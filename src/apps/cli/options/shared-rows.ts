/** Rows of options that several commands have. */
import { environments } from "../../../domain/model/firm.ts";
import { count, countFromZero, durationMs, minExplored, shard } from "../values.ts";
import type { OptionRows, OptionsOf } from "./option-rows.ts";

export const configRow = {
  "-c, --config <file>": {
    help: "JSON file of settings by name (LEAD_SANDBOX_CONFIG)",
    again: ["explore"],
  },
} as const satisfies OptionRows;

export const jsonRow = { "--json": "print one JSON document" } as const satisfies OptionRows;

/** Where a sandbox runs. */
export const addressRows = {
  "--url <url>": "its address (LEAD_SANDBOX_URL, else where serve listens with the same settings)",
  "-c, --config <file>": "the settings file that it was started with (LEAD_SANDBOX_CONFIG)",
} as const satisfies OptionRows;

/** Which sandbox and workspace. */
export const runningRows = {
  ...addressRows,
  "--workspace <id>": "id of the workspace (LEAD_SANDBOX_WORKSPACE, else default)",
  "--token <token>":
    "its control token (LEAD_SANDBOX_CONTROL_TOKEN), or that of a workspace (LEAD_SANDBOX_WORKSPACE_TOKEN)",
} as const satisfies OptionRows;

/** Options of commands that call a running sandbox. */
export type RunningOptions = OptionsOf<typeof runningRows> & Partial<OptionsOf<typeof jsonRow>>;

/** The announced interface, where `--next` announces one. */
export const fromRow = {
  "--from <file>": {
    help: "the provider's present document, instead of the sandbox's own",
    requires: ["--next"],
    again: ["explore"],
  },
} as const satisfies OptionRows;

/** An announced interface in front of a sandbox. */
export const servedNextRows = {
  "--next <file>": "announced interface to serve: an OpenAPI document or a list of changes",
  ...fromRow,
} as const satisfies OptionRows;

/** How the variables of a client are named. */
export const envRow = {
  "--env <names>": "names of the variables, such as url=MY_URL,key=MY_KEY",
} as const satisfies OptionRows;

export const interceptByRow = {
  "--intercept-by <means>": {
    help: "with --intercept: a proxy with preloads, or a mount namespace too, on Linux",
    choices: ["proxy", "namespace"],
    again: ["explore", "replay"],
  },
} as const satisfies OptionRows;

export const pactNameRows = {
  "--consumer <name>": { help: "consumer name in the pact", default: "recorded-client" },
  "--provider <name>": { help: "provider name in the pact", default: "lead-api" },
} as const satisfies OptionRows;

export const minExploredRow = {
  "--min-explored <what>": {
    help: "exit with 3 unless these hazards were tested: core, all, a share such as 80%, or none",
    parse: minExplored,
    default: "core",
  },
} as const satisfies OptionRows;

/** The records that a command selects. */
export const environmentRow = {
  "--environment <name>": {
    help: "environment of the records; sandbox by default",
    choices: environments,
  },
} as const satisfies OptionRows;

/** A part of a list. */
export function pageRows(byDefault: string) {
  return {
    "--limit <count>": { help: `maximum number to list; ${byDefault}`, parse: count },
    "--offset <count>": { help: "number to skip", parse: countFromZero },
  } as const satisfies OptionRows;
}

/** Whether a 429 moves the clock. */
export const onRefusalRow = {
  "--on-refusal <what>": {
    help: "what a 429 does to the clock: it stays, or jumps to the next allowed moment",
    choices: ["stay", "jump"],
  },
} as const satisfies OptionRows;

/** Milliseconds, ten minutes by default. */
export function budgetRow(help: string) {
  return {
    "--budget <duration>": { help, parse: durationMs, default: 600_000, typedDefault: "10m" },
  } as const satisfies OptionRows;
}

/** The part of one machine among several. */
export function shardRow(help: string) {
  return {
    "--shard <i/n>": { help, parse: shard, default: { part: 1, of: 1 }, typedDefault: "1/1" },
  } as const satisfies OptionRows;
}

/** Milliseconds; `text` is the default with its unit. */
export function timeoutRow(help: string, ms: number, text: string, parse = durationMs) {
  return {
    "--timeout <duration>": { help, parse, default: ms, typedDefault: text },
  } as const satisfies OptionRows;
}
