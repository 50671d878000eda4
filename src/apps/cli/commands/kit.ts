import { Command } from "commander";

import packageJson from "../../../../package.json" with { type: "json" };
import { isKitName, kitNames, kits, kitText } from "../../../server/kits/kits.ts";
import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import type { OptionsOf } from "../options/option-rows.ts";
import { jsonRow } from "../options/shared-rows.ts";
import { withOptions } from "../options/with-options.ts";
import { print, table } from "../output/output.ts";
import { UsageError } from "../usage-error.ts";

/** `kit`: prints the file that brings the sandbox into the test suites of a language; needs no sandbox. */
export function kitCommand(_line: CommandLine): Command {
  const command = new Command("kit")
    .helpGroup(groups.program)
    .description("Print the file for test suites in another language, or list these files")
    .argument("[language]", kitNames.join(", "));
  return withOptions(command, jsonRow)
    .addHelpText("after", examples("lead-sandbox kit", "lead-sandbox kit python > lead_sandbox.py"))
    .action((name: string | undefined, options: OptionsOf<typeof jsonRow>) => {
      if (name === undefined) return print(options, kits, kitTable);
      if (!isKitName(name)) {
        throw new UsageError(
          `There is no kit ${JSON.stringify(name)}. There are ${kitNames.join(", ")}.`,
        );
      }
      const text = kitText(name, packageJson.version);
      return print(options, { name, ...kits[name], text }, () => text.trimEnd());
    });
}

function kitTable(): string {
  const rows = kitNames.map((name) => [name, kits[name].file, kits[name].runner]);
  return table(["kit", "file", "test runners"], rows, "");
}
