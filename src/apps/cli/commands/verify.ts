import { Command } from "commander";

import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import type { VerifyOptions } from "../options/check.ts";
import { verifyRows } from "../options/check.ts";
import { withOptions } from "../options/with-options.ts";

/** `verify`: checks pacts against the interface. */
export function verifyCommand({ exit, environment }: CommandLine): Command {
  const command = new Command("verify")
    .helpGroup(groups.contract)
    .description("Verify the pacts of a client against the interface")
    .argument("<pacts...>", "pact files, folders of them, or the URL of a pact or a broker");
  return withOptions(command, verifyRows)
    .addHelpText(
      "after",
      examples(
        "lead-sandbox verify pacts/ --junit verification.xml",
        "lead-sandbox verify pacts/ --next changes.yaml",
      ),
    )
    .action(async (sources: readonly string[], options: VerifyOptions) => {
      const { verifyPacts } = await import("../check/verify.ts");
      exit(await verifyPacts(sources, options, environment));
    });
}
