import { Command } from "commander";

import { picked } from "../../../base/values/picked.ts";
import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import type { OptionRows, OptionsOf } from "../options/option-rows.ts";
import type { RunningOptions } from "../options/shared-rows.ts";
import { print } from "../output/output.ts";
import { runningSandbox, withRunning } from "../tester/running-sandbox.ts";

const resetRows = {
  "--fixture <name>": "fixture to use from now on",
} as const satisfies OptionRows;

/** `reset`: takes a workspace back to its initial state. */
export function resetCommand({ environment }: CommandLine): Command {
  return withRunning(
    new Command("reset")
      .helpGroup(groups.driving)
      .description("Reset a workspace to its fixture, or to another one"),
    resetRows,
  )
    .addHelpText("after", examples("lead-sandbox reset", "lead-sandbox reset --fixture empty"))
    .action(async (options: RunningOptions & OptionsOf<typeof resetRows>) => {
      const { workspace } = await runningSandbox(options, environment);
      const begun = await workspace.reset(picked(options, "fixture"));
      print(
        options,
        begun,
        () => `Workspace ${begun.id} is at the beginning of the fixture ${begun.fixture}.`,
      );
    });
}
