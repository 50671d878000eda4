import { Command } from "commander";

import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import type { SimulateOptions } from "../options/simulate.ts";
import { simulateRows } from "../options/simulate.ts";
import { withOptions } from "../options/with-options.ts";
import { withSettings } from "../options/with-settings.ts";
import { configOf } from "../settings.ts";

/** `simulate`: runs a polling job against a world that changes, and compares its ledger with the truth. */
export function simulateCommand({ exit, environment }: CommandLine): Command {
  const command = new Command("simulate")
    .helpGroup(groups.contract)
    .description(
      "Run a polling job through weeks of changes, and compare its ledger with the truth",
    )
    .argument("<command...>", "the command and its arguments, after --")
    .passThroughOptions();
  return withSettings(withOptions(command, simulateRows))
    .addHelpText(
      "after",
      examples(
        "lead-sandbox simulate --ledger ledger.json --leads 3 --changes create -- python3 poll.py",
        "lead-sandbox simulate --ledger ledger.json --leads 3 --changes create,convert -- python3 poll.py",
      ),
    )
    .action(async (given: readonly string[], options: SimulateOptions) => {
      const { simulateClient } = await import("../simulate/simulate.ts");
      const config = await configOf({ port: "0", ...options, shard: undefined }, environment);
      exit(await simulateClient(given, config, options));
    });
}
