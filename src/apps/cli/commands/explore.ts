import { Command, InvalidArgumentError } from "commander";

import type { CommandLine, Options } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import { configOf, withSettings } from "../settings.ts";
import {
  budgetOption,
  count,
  durationMs,
  interceptByOption,
  minExploredOption,
  names,
  shardOption,
} from "../values.ts";

const familyNames = ["faults", "unknowns", "evolution", "violations", "rough", "next"] as const;

/** `explore`: runs a client under adverse conditions, and checks its claims. */
export function exploreCommand({ exit, environment }: CommandLine): Command {
  return withSettings(
    withTrials(
      new Command("explore")
        .helpGroup(groups.contract)
        .description(
          "Run a command under faults and open points, and check its claims against the records",
        )
        .argument("<command...>", "the command and its arguments, after --")
        .passThroughOptions(),
    )
      .option("--results <glob>", "JUnit files that the command writes")
      .option("--setup <text>", "shell command before each run, to empty what the client keeps")
      .option("--timeout <duration>", "time limit for one trial", durationMs)
      .option("--rerun", "run the command again if a failed run left records behind")
      .option("--allow-nondeterminism", "explore although two unchanged runs differ")
      .option("--accept <file>", "file of accepted findings (default: lead-sandbox.accepted.json)")
      .option("--baseline <report>", "report.json of an earlier run: fail on new findings only")
      .option("--out <dir>", "write reports and bundles into this folder")
      .option("--keep-data", "keep personal data in reports and bundles")
      .option("--json", "print the report as JSON on standard output")
      .option("--env <names>", "names of the variables, such as url=MY_URL,key=MY_KEY")
      .addOption(interceptByOption()),
  )
    .addHelpText(
      "after",
      examples(
        "lead-sandbox explore -- npm run sync",
        "lead-sandbox explore --only faults --budget 2m --out reports -- npm run sync",
        "lead-sandbox explore --next changes.yaml -- npm run sync",
      ),
    )
    .action(async (command: readonly string[], options: Options, self: Command) => {
      const only = self.getOptionValueSource("only") === "default" ? null : options["only"];
      const { exploreClient } = await import("../explore/explore.ts");
      const config = await configOf({ port: "0", ...options, shard: undefined }, environment);
      exit(await exploreClient(command, config, { ...options, only }));
    });
}

/** The options that select trials and run them. */
function withTrials(command: Command): Command {
  return command
    .option(
      "--only <families>",
      `kinds of variations, comma-separated: ${familyNames.join(", ")}`,
      families,
      familyNames.slice(0, 3),
    )
    .option("--next <file>", "announced interface: an OpenAPI document, or a list of changes")
    .option("--from <file>", "the provider's present document, instead of the sandbox's own")
    .option("--operations <ids>", "vary only calls of these operations, comma-separated", names, [])
    .option("--all-calls", "vary every call, not only the first, middle and last of an operation")
    .addOption(minExploredOption())
    .option("--pairs", "try pairs of open points too")
    .addOption(budgetOption("end the trials after this time"))
    .option("--jobs <n>", "parallel trials; by default the number of cores", count)
    .addOption(shardOption("run this machine's part of the trials"));
}

function families(text: string): readonly string[] {
  const named = names(text);
  const known: readonly string[] = familyNames;
  const unknown = named.find((name) => !known.includes(name));
  if (unknown === undefined && named.length > 0) return named;
  throw new InvalidArgumentError(`Expected one or more of ${familyNames.join(", ")}.`);
}
