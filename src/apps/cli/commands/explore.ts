import { Command } from "commander";

import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import type { ExploreOptions } from "../options/explore.ts";
import { exploreRows } from "../options/explore.ts";
import { withOptions } from "../options/with-options.ts";
import { withSettings } from "../options/with-settings.ts";
import { configOf } from "../settings.ts";

/** `explore`: runs a client under adverse conditions, and checks its claims. */
export function exploreCommand({ exit, environment }: CommandLine): Command {
  const command = new Command("explore")
    .helpGroup(groups.contract)
    .description(
      "Run a command under faults and open points, and check its claims against the records",
    )
    .argument("<command...>", "the command and its arguments, after --")
    .passThroughOptions();
  return withSettings(withOptions(command, exploreRows))
    .addHelpText(
      "after",
      examples(
        "lead-sandbox explore -- npm run sync",
        "lead-sandbox explore --only faults --budget 2m --out reports -- npm run sync",
        "lead-sandbox explore --next changes.yaml -- npm run sync",
      ),
    )
    .action(async (given: readonly string[], options: ExploreOptions) => {
      const { exploreClient } = await import("../explore/explore.ts");
      const config = await configOf({ port: "0", ...options, shard: undefined }, environment);
      exit(await exploreClient(given, config, options));
    });
}
