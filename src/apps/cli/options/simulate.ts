import { eventKinds } from "../../../harness/simulate/model.ts";
import {
  activity,
  changes,
  isoOrDuration,
  keptFor,
  leadCounts,
  signedDuration,
  stateWords,
  tickKind,
} from "../simulate/values.ts";
import { count, moment } from "../values.ts";
import type { OptionRows, OptionsOf } from "./option-rows.ts";
import { budgetRow, envRow, shardRow, timeoutRow } from "./shared-rows.ts";

/** The options of `simulate`. A bundle holds none of those that run code or open a URL, so a replay needs them again. */
export const simulateRows = {
  "--ledger <file|url>": {
    help: "what the client believes; without it, what its answers showed",
    excludes: { "--ledger-command": "keep one of them." },
    again: ["replay"],
  },
  "--ledger-command <text>": {
    help: "the same, from the output of a shell command",
    again: ["replay"],
  },
  "--states <words>": {
    help: "the ledger's words for states, such as won=Converted",
    parse: stateWords,
    requires: ["--ledger", "--ledger-command"],
  },
  "--covers <which>": {
    help: "which Leads the ledger should have",
    choices: ["all", "active"],
    default: "all",
  },
  "--keeps <duration>": {
    help: "how long the ledger keeps a Lead after its creation",
    parse: keptFor,
  },
  "--every <duration>": {
    help: "the schedule of the command",
    parse: isoOrDuration,
    default: 900_000,
    typedDefault: "PT15M",
  },
  "--fresh-within <duration>": {
    help: "how long a change may stay unknown (default: twice --every)",
    parse: isoOrDuration,
  },
  "--leads <numbers>": {
    help: "Leads at the start, one history for each",
    parse: leadCounts,
    default: [3, 25, 105],
    typedDefault: "3,25,105",
  },
  "--changes <kinds>": {
    help: `kinds of events, comma-separated: ${eventKinds.join(", ")} (default: each except overlap)`,
    parse: changes,
  },
  "--for <duration>": { help: "random life after the systematic part", parse: isoOrDuration },
  "--activity <n/day>": {
    help: "random events a day (default: 40/day)",
    parse: activity,
    requires: ["--for"],
  },
  "--tick <how>": {
    help: "how a tick starts: exec, stdin, or the URL of a POST",
    parse: tickKind,
    default: "exec",
    again: ["replay"],
  },
  "--setup <text>": {
    help: "shell command before each history, to empty what the client keeps",
    again: ["replay"],
  },
  "--clock-skew <duration>": {
    help: "the client's clock is ahead of the server's",
    parse: signedDuration,
    default: 0,
    typedDefault: "PT0S",
  },
  "--clock <how>": {
    help: "faketime: the command runs under libfaketime (experimental)",
    choices: ["variables", "faketime"],
    default: "variables",
  },
  "--start <time>": {
    help: "the workspace's time at the first tick",
    parse: moment,
    default: "2026-03-02T09:00:00.000Z",
  },
  "--every-tick": "run idle ticks instead of skipping them",
  ...timeoutRow("time limit for one tick", 60_000, "60s"),
  ...budgetRow("begin no more events after this time"),
  "--jobs <n>": { help: "histories at once; by default the number of cores", parse: count },
  ...shardRow("run this machine's part of the events"),
  "--accept <file>": "file of accepted findings (default: lead-sandbox.accepted.json)",
  "--out <dir>": "write reports and bundles into this folder",
  "--json": "print the report as JSON on standard output",
  ...envRow,
} as const satisfies OptionRows;
export type SimulateOptions = OptionsOf<typeof simulateRows>;
