/** Refuses options of `assess` that do not go together. */
import { singleLine } from "../../../base/texts/visible.ts";
import { checks } from "../../../harness/assess/checks/checks.ts";
import { UsageError } from "../usage-error.ts";
import type { AssessOptions } from "./settings.ts";

/** A run, a recording and a journal exclude each other. */
export function refuseMixed(command: readonly string[], { url, har }: AssessOptions): void {
  const given = [command.length > 0, url !== null, har.length > 0].filter(Boolean).length;
  if (given > 1) {
    throw new UsageError("Give one of a command, --har and --url: the last two assess traffic.");
  }
  if (given === 0 || command[0] === "") {
    throw new UsageError("Give a command after --, or recorded traffic with --har or --url.");
  }
}

/** Flags of runs say nothing about recorded traffic, and those of a simulation nothing without a ledger. */
export function refuseWithoutUse(
  given: Readonly<Record<string, unknown>>,
  isTraffic: boolean,
): void {
  const isGiven = ([name]: readonly [string, string]): boolean => given[name] !== undefined;
  const ofRun = isTraffic ? Object.entries(flagsOfRuns).find(isGiven) : undefined;
  if (ofRun !== undefined) {
    throw new UsageError(`${ofRun[1]} requires a command: recorded traffic runs nothing.`);
  }
  if (given["ledger"] !== undefined || given["ledgerCommand"] !== undefined) return;
  const ofLedger = Object.entries(flagsOfLedgers).find(isGiven);
  if (ofLedger !== undefined) {
    throw new UsageError(`${ofLedger[1]} requires --ledger or --ledger-command.`);
  }
}

const flagsOfRuns = {
  every: "--every",
  leads: "--leads",
  also: "--also",
  results: "--results",
  setup: "--setup",
  ledger: "--ledger",
  ledgerCommand: "--ledger-command",
  interceptBy: "--intercept-by",
  env: "--env",
};
const flagsOfLedgers = { states: "--states", keeps: "--keeps", tick: "--tick" };

/** Refuses names that no check has. */
export function refuseUnknownChecks(required: readonly string[]): void {
  const known = checks.map(({ id }) => id);
  const unknown = required.find((id) => !known.includes(id));
  if (unknown === undefined) return;
  const got = singleLine(JSON.stringify(unknown.slice(0, 100)));
  throw new UsageError(`Unknown check in --require: ${got}. The checks are ${known.join(", ")}.`);
}
