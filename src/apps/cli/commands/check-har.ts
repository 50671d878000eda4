import { Command } from "commander";

import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import type { CheckHarOptions } from "../options/check.ts";
import { checkHarRows } from "../options/check.ts";
import { withOptions } from "../options/with-options.ts";

/** `check-har`: explains recorded traffic by the rules. */
export function checkHarCommand({ exit }: CommandLine): Command {
  const command = new Command("check-har")
    .helpGroup(groups.contract)
    .description(
      "Explain recorded traffic (HAR): what the sandbox would answer, and under which assumptions",
    )
    .argument("<file...>", "HTTP archives (HAR 1.2)");
  return withOptions(command, checkHarRows)
    .addHelpText(
      "after",
      examples(
        "lead-sandbox check-har incident.har",
        "lead-sandbox check-har --out incident monday.har tuesday.har",
      ),
    )
    .action(async (files: readonly string[], options: CheckHarOptions) => {
      const { checkHar } = await import("../check/check-har.ts");
      exit(await checkHar(files, options));
    });
}
