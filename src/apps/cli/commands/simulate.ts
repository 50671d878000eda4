import { Command, Option } from "commander";

import { eventKinds } from "../../../harness/simulate/model.ts";
import type { CommandLine, Options } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import { configOf, withSettings } from "../settings.ts";
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
import { budgetOption, count, moment, shardOption, timeoutOption } from "../values.ts";

/** `simulate`: runs a polling job against a world that changes, and compares its ledger with the truth. */
export function simulateCommand({ exit, environment }: CommandLine): Command {
  const command = new Command("simulate")
    .helpGroup(groups.contract)
    .description(
      "Run a polling job through weeks of changes, and compare its ledger with the truth",
    )
    .argument("<command...>", "the command and its arguments, after --")
    .passThroughOptions();
  return withSettings(withClockAndLimits(withHistories(withLedger(command))))
    .addHelpText(
      "after",
      examples(
        "lead-sandbox simulate --ledger ledger.json --leads 3 --changes create -- python3 poll.py",
        "lead-sandbox simulate --ledger ledger.json --leads 3 --changes create,convert -- python3 poll.py",
      ),
    )
    .action(async (given: readonly string[], options: Options) => {
      const { simulateClient } = await import("../simulate/simulate.ts");
      const config = await configOf({ port: "0", ...options, shard: undefined }, environment);
      exit(await simulateClient(given, config, options));
    });
}

function withLedger(command: Command): Command {
  return command
    .option("--ledger <file|url>", "what the client believes; without it, what its answers showed")
    .option("--ledger-command <text>", "the same, from the output of a shell command")
    .addOption(
      new Option(
        "--states <words>",
        "the ledger's words for states, such as won=Converted",
      ).argParser(stateWords),
    )
    .addOption(
      new Option("--covers <which>", "which Leads the ledger should have")
        .choices(["all", "active"])
        .default("all"),
    )
    .option("--keeps <duration>", "how long the ledger keeps a Lead after its creation", keptFor)
    .addOption(
      new Option("--every <duration>", "the schedule of the command")
        .argParser(isoOrDuration)
        .default(900_000, "PT15M"),
    )
    .option(
      "--fresh-within <duration>",
      "how long a change may stay unknown (default: twice --every)",
      isoOrDuration,
    );
}

function withHistories(command: Command): Command {
  return command
    .addOption(
      new Option("--leads <numbers>", "Leads at the start, one history for each")
        .argParser(leadCounts)
        .default([3, 25, 105], "3,25,105"),
    )
    .option(
      "--changes <kinds>",
      `kinds of events, comma-separated: ${eventKinds.join(", ")} (default: each except overlap)`,
      changes,
    )
    .option("--for <duration>", "random life after the systematic part", isoOrDuration)
    .option("--activity <n/day>", "random events a day (default: 40/day)", activity)
    .addOption(
      new Option("--tick <how>", "how a tick starts: exec, stdin, or the URL of a POST")
        .argParser(tickKind)
        .default("exec"),
    )
    .option("--setup <text>", "shell command before each history, to empty what the client keeps");
}

function withClockAndLimits(command: Command): Command {
  return command
    .addOption(
      new Option("--clock-skew <duration>", "the client's clock is ahead of the server's")
        .argParser(signedDuration)
        .default(0, "PT0S"),
    )
    .addOption(
      new Option("--clock <how>", "faketime: the command runs under libfaketime (experimental)")
        .choices(["variables", "faketime"])
        .default("variables"),
    )
    .addOption(
      new Option("--start <time>", "the workspace's time at the first tick")
        .argParser(moment)
        .default("2026-03-02T09:00:00.000Z"),
    )
    .option("--every-tick", "run idle ticks instead of skipping them")
    .addOption(timeoutOption("time limit for one tick", 60_000, "60s"))
    .addOption(budgetOption("begin no more events after this time"))
    .option("--jobs <n>", "histories at once; by default the number of cores", count)
    .addOption(shardOption("run this machine's part of the events"))
    .option("--accept <file>", "file of accepted findings (default: lead-sandbox.accepted.json)")
    .option("--out <dir>", "write reports and bundles into this folder")
    .option("--json", "print the report as JSON on standard output")
    .option("--env <names>", "names of the variables, such as url=MY_URL,key=MY_KEY");
}
