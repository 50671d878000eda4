import { keptFor, leadCount, stateWords, tickKind } from "../simulate/values.ts";
import { count, fixedDurationMs, names } from "../values.ts";
import type { OptionRows, OptionsOf } from "./option-rows.ts";
import { budgetRow, envRow, interceptByRow } from "./shared-rows.ts";

/** Recorded traffic runs nothing. */
const ofRuns = { requires: ["a command"] } as const;
const ofLedgers = { requires: ["--ledger", "--ledger-command"] } as const;
const oneSource = "give one of a command, --har and --url, as the last two assess traffic.";

export const assessRows = {
  "--every <duration>": {
    help: "the schedule of the command, such as PT15M",
    parse: fixedDurationMs,
    ...ofRuns,
  },
  "--leads <n>": {
    help: "the number of Leads at which calls are counted",
    parse: leadCount,
    ...ofRuns,
  },
  "--also <n>": {
    help: "calls an hour that other jobs make with the same key",
    parse: count,
    ...ofRuns,
  },
  "--results <glob>": {
    help: "JUnit files that the command writes, if it is a test suite",
    ...ofRuns,
  },
  "--require <checks>": { help: "checks that must be shown, comma-separated", parse: names },
  ...budgetRow("end the trials after this time"),
  "--ledger <file|url>": {
    help: "what the client believes: simulate its polling, too",
    ...ofRuns,
    excludes: { "--ledger-command": "keep one of them." },
  },
  "--ledger-command <text>": { help: "the same, from the output of a shell command", ...ofRuns },
  "--states <words>": {
    help: "the ledger's words for states, such as won=Converted",
    parse: stateWords,
    ...ofLedgers,
  },
  "--keeps <duration>": {
    help: "how long the ledger keeps a Lead after its creation",
    parse: keptFor,
    ...ofLedgers,
  },
  "--tick <how>": {
    help: "how a tick starts: exec, stdin, or the URL of a POST",
    parse: tickKind,
    ...ofLedgers,
  },
  "--har <file...>": {
    help: "assess recorded traffic (HAR)",
    excludes: { "a command": oneSource, "--url": oneSource },
  },
  "--url <url>": {
    help: "assess the journal of a running sandbox, by its control URL",
    excludes: { "a command": oneSource },
  },
  "--setup <text>": {
    help: "shell command before each run, to empty what the client keeps",
    ...ofRuns,
  },
  "--env <names>": { help: envRow["--env <names>"], ...ofRuns },
  "--intercept-by <means>": { ...interceptByRow["--intercept-by <means>"], ...ofRuns },
  "--out <dir>": "write the reports and the questions into this folder",
  "--json": "print the report as JSON on standard output",
} as const satisfies OptionRows;
export type AssessOptions = OptionsOf<typeof assessRows>;
