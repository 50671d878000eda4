import { Command } from "commander";

import packageJson from "../../../../package.json" with { type: "json" };
import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import { print } from "../output/output.ts";

/** `version`: prints the program's version. */
export function versionCommand(_line: CommandLine): Command {
  return new Command("version")
    .helpGroup(groups.program)
    .description("The version of this program, and of the Node that runs it")
    .option("--json", "print one JSON document")
    .addHelpText("after", examples("lead-sandbox version", "lead-sandbox version --json"))
    .action((options: { readonly json?: boolean }) => {
      const versions = { version: packageJson.version, node: process.versions.node };
      print(options, versions, () => `lead-sandbox ${versions.version} (Node ${versions.node})`);
    });
}
