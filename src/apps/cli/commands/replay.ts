import { Command } from "commander";

import type { CommandLine } from "../command-line.ts";
import { examples, groups, variable } from "../command-line.ts";
import type { ReplayOptions } from "../options/replay.ts";
import { replayRows } from "../options/replay.ts";
import { withOptions } from "../options/with-options.ts";

/** `replay`: runs the trial of a bundle again. */
export function replayCommand({ exit, environment }: CommandLine): Command {
  const command = new Command("replay")
    .helpGroup(groups.contract)
    .description("Run the trial of a bundle again, or serve its state")
    .argument("<file>", "a bundle that explore, simulate or exec --bundle wrote")
    .argument("[command...]", "the command to run instead of the bundle's, after --");
  return withOptions(command, replayRows)
    .addHelpText(
      "after",
      examples(
        "lead-sandbox replay failed.bundle.json --run",
        "lead-sandbox replay failed.bundle.json -- npm run sync",
      ),
    )
    .action(async (file: string, given: readonly string[], options: ReplayOptions) => {
      const { replayBundle } = await import("../replay/replay.ts");
      const adopt = variable(environment, "LEAD_SANDBOX_ADOPT");
      exit(await replayBundle(file, given, adopt === undefined ? options : { adopt, ...options }));
    });
}
