import { Command } from "commander";

import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import type { ChangesOptions } from "../options/check.ts";
import { changesRows } from "../options/check.ts";
import { withOptions } from "../options/with-options.ts";

/** `changes`: lists what an announced interface changes. */
export function changesCommand(_line: CommandLine): Command {
  const command = new Command("changes")
    .helpGroup(groups.contract)
    .description("List the changes between two OpenAPI documents, or check a list of changes")
    .argument(
      "<next>",
      "the next OpenAPI document (3.0 or 3.1, JSON or YAML), or a list of changes",
    );
  return withOptions(command, changesRows)
    .addHelpText(
      "after",
      examples(
        "lead-sandbox changes lead-api-v2.json > changes.yaml",
        "lead-sandbox changes --from lead-api-v1.yaml lead-api-v2.yaml",
      ),
    )
    .action(async (next: string, options: ChangesOptions) => {
      const { printChanges } = await import("../check/changes.ts");
      await printChanges(next, options);
    });
}
