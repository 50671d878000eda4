import { Command } from "commander";

import type { CommandLine, Options } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import { configOf, withSettings } from "../settings.ts";
import { keptFor, leadCount, stateWords, tickKind } from "../simulate/values.ts";
import { budgetOption, count, fixedDurationMs, interceptByOption, names } from "../values.ts";

/** `assess`: judges whether a client is ready for production, and writes the page to hand in. */
export function assessCommand({ exit, environment }: CommandLine): Command {
  return withSettings(
    new Command("assess")
      .helpGroup(groups.contract)
      .description("Judge whether a client is ready for production, with the calls that show it")
      .argument("[command...]", "the command and its arguments, after --")
      .passThroughOptions()
      .option("--every <duration>", "the schedule of the command, such as PT15M", fixedDurationMs)
      .option("--leads <n>", "the number of Leads at which calls are counted", leadCount)
      .option("--also <n>", "calls an hour that other jobs make with the same key", count)
      .option("--results <glob>", "JUnit files that the command writes, if it is a test suite")
      .option("--require <checks>", "checks that must be shown, comma-separated", names)
      .addOption(budgetOption("end the trials after this time"))
      .option("--ledger <file|url>", "what the client believes: simulate its polling, too")
      .option("--ledger-command <text>", "the same, from the output of a shell command")
      .option(
        "--states <words>",
        "the ledger's words for states, such as won=Converted",
        stateWords,
      )
      .option("--keeps <duration>", "how long the ledger keeps a Lead after its creation", keptFor)
      .option("--tick <how>", "how a tick starts: exec, stdin, or the URL of a POST", tickKind)
      .option("--har <file...>", "assess recorded traffic (HAR)")
      .option("--url <url>", "assess the journal of a running sandbox, by its control URL")
      .option("--setup <text>", "shell command before each run, to empty what the client keeps")
      .option("--env <names>", "names of the variables, such as url=MY_URL,key=MY_KEY")
      .addOption(interceptByOption())
      .option("--out <dir>", "write the reports and the questions into this folder")
      .option("--json", "print the report as JSON on standard output"),
  )
    .addHelpText(
      "after",
      examples("lead-sandbox assess --every PT15M --budget 20s --out assessed -- npm run sync"),
    )
    .action(async (command: readonly string[], options: Options) => {
      const { assessClient } = await import("../assess/assess.ts");
      const config = await configOf({ port: "0", ...options }, environment);
      exit(await assessClient(command, config, options, environment));
    });
}
