import { Command } from "commander";

import type { PactNames } from "../../../server/record/record.ts";
import type { CommandLine, Options } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import { configOf, withSettings } from "../settings.ts";

/** `record`: writes traffic as a pact. */
export function recordCommand({ exit, environment }: CommandLine): Command {
  return withSettings(
    new Command("record")
      .helpGroup(groups.contract)
      .description("Record traffic until stopped, then write it as a pact file")
      .requiredOption("--out <file>", "the Pact V4 file to write")
      .option("--consumer <name>", "consumer name in the pact", "recorded-client")
      .option("--provider <name>", "provider name in the pact", "lead-api"),
  )
    .addHelpText("after", examples("lead-sandbox record --out recorded.json"))
    .action(async (options: Options & PactNames & { readonly out: string }) => {
      const { record } = await import("../serve/record.ts");
      exit(await record(await configOf(options, environment), options.out, options));
    });
}
