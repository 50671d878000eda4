import { Command } from "commander";

import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import { print } from "../output/output.ts";
import type { RunningOptions } from "../tester/running-sandbox.ts";
import { runningSandbox, withRunning } from "../tester/running-sandbox.ts";

/** `reset`: takes a workspace back to its initial state. */
export function resetCommand({ environment }: CommandLine): Command {
  return withRunning(
    new Command("reset")
      .helpGroup(groups.driving)
      .description("Reset a workspace to its fixture, or to another one"),
  )
    .option("--fixture <name>", "fixture to use from now on")
    .addHelpText("after", examples("lead-sandbox reset", "lead-sandbox reset --fixture empty"))
    .action(async (options: RunningOptions & { readonly fixture?: string }) => {
      const { workspace } = await runningSandbox(options, environment);
      const { fixture } = options;
      const begun = await workspace.reset(fixture === undefined ? {} : { fixture });
      print(
        options,
        begun,
        () => `Workspace ${begun.id} is at the beginning of the fixture ${begun.fixture}.`,
      );
    });
}
