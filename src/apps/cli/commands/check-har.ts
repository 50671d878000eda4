import { Command } from "commander";

import type { CommandLine, Options } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";

/** `check-har`: explains recorded traffic by the rules. */
export function checkHarCommand({ exit }: CommandLine): Command {
  return new Command("check-har")
    .helpGroup(groups.contract)
    .description(
      "Explain recorded traffic (HAR): what the sandbox would answer, and under which assumptions",
    )
    .argument("<file...>", "HTTP archives (HAR 1.2)")
    .option("--firm <id>", "the Firm of the recorded key, if no answer shows it")
    .option("--out <dir>", "write the reports, assumptions.json and world.json into this folder")
    .option("--json", "print the report as JSON on standard output")
    .addHelpText(
      "after",
      examples(
        "lead-sandbox check-har incident.har",
        "lead-sandbox check-har --out incident monday.har tuesday.har",
      ),
    )
    .action(async (files: readonly string[], options: Options) => {
      const { checkHar } = await import("../check/check-har.ts");
      exit(await checkHar(files, options));
    });
}
