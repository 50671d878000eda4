import { Command } from "commander";

import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import type { OptionRows, OptionsOf } from "../options/option-rows.ts";
import { pactNameRows } from "../options/shared-rows.ts";
import { withOptions } from "../options/with-options.ts";
import { withSettings } from "../options/with-settings.ts";
import { configOf } from "../settings.ts";

const recordRows = {
  "--out <file>": { help: "the Pact V4 file to write", isMandatory: true },
  ...pactNameRows,
} as const satisfies OptionRows;

/** `record`: writes traffic as a pact. */
export function recordCommand({ exit, environment }: CommandLine): Command {
  const command = new Command("record")
    .helpGroup(groups.contract)
    .description("Record traffic until stopped, then write it as a pact file");
  return withSettings(withOptions(command, recordRows))
    .addHelpText("after", examples("lead-sandbox record --out recorded.json"))
    .action(async (options: OptionsOf<typeof recordRows>) => {
      const { record } = await import("../serve/record.ts");
      exit(await record(await configOf(options, environment), options.out, options));
    });
}
