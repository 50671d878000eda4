import { Command } from "commander";

import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import type { AssessOptions } from "../options/assess.ts";
import { assessRows } from "../options/assess.ts";
import { withOptions } from "../options/with-options.ts";
import { withSettings } from "../options/with-settings.ts";
import { configOf } from "../settings.ts";

/** `assess`: judges whether a client is ready for production, and writes the page to hand in. */
export function assessCommand({ exit, environment }: CommandLine): Command {
  return withSettings(
    withOptions(
      new Command("assess")
        .helpGroup(groups.contract)
        .description("Judge whether a client is ready for production, with the calls that show it")
        .argument("[command...]", "the command and its arguments, after --")
        .passThroughOptions(),
      assessRows,
    ),
  )
    .addHelpText(
      "after",
      examples("lead-sandbox assess --every PT15M --budget 20s --out assessed -- npm run sync"),
    )
    .action(async (command: readonly string[], options: AssessOptions) => {
      const { assessClient } = await import("../assess/assess.ts");
      const config = await configOf({ port: "0", ...options }, environment);
      exit(await assessClient(command, config, options, environment));
    });
}
