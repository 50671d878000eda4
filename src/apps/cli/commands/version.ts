import { Command } from "commander";

import packageJson from "../../../../package.json" with { type: "json" };
import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import type { OptionsOf } from "../options/option-rows.ts";
import { jsonRow } from "../options/shared-rows.ts";
import { withOptions } from "../options/with-options.ts";
import { print } from "../output/output.ts";

/** `version`: prints the program's version. */
export function versionCommand(_line: CommandLine): Command {
  const command = new Command("version")
    .helpGroup(groups.program)
    .description("The version of this program, and of the Node that runs it");
  return withOptions(command, jsonRow)
    .addHelpText("after", examples("lead-sandbox version", "lead-sandbox version --json"))
    .action((options: OptionsOf<typeof jsonRow>) => {
      const versions = { version: packageJson.version, node: process.versions.node };
      print(options, versions, () => `lead-sandbox ${versions.version} (Node ${versions.node})`);
    });
}
