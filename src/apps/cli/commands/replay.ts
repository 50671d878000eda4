import { Command } from "commander";

import type { CommandLine, Options } from "../command-line.ts";
import { examples, groups, variable } from "../command-line.ts";
import { count, interceptByOption } from "../values.ts";

/** `replay`: runs the trial of a bundle again. */
export function replayCommand({ exit, environment }: CommandLine): Command {
  return new Command("replay")
    .helpGroup(groups.contract)
    .description("Run the trial of a bundle again, or serve its state")
    .argument("<file>", "a bundle that explore, simulate or exec --bundle wrote")
    .argument("[command...]", "the command to run instead of the bundle's, after --")
    .option("--run", "run the command of the bundle, which is code of its author, without asking")
    .option("--results <glob>", "JUnit files that the command writes")
    .option("--ledger <file|url>", "for a history: what the client believes")
    .option(
      "--ledger-command <text>",
      "for a history: the same, from the output of a shell command",
    )
    .option("--tick <how>", "for a history: exec, stdin or a URL, if not as recorded")
    .option("--env <names>", "names of the variables, such as url=MY_URL,key=MY_KEY")
    .option("--setup <text>", "shell command before each run, to empty what the client keeps")
    .option("--surface-hosts <value>", "additional host patterns of surfaces, as in exec")
    .option("--intercept [value]", "catch calls of these hosts with a proxy, as in exec")
    .option("--other-hosts <value>", "pass or refuse: what that proxy does with other hosts")
    .addOption(interceptByOption())
    .option(
      "--adopt [value]",
      "what to adopt, if not what the bundle's run did (LEAD_SANDBOX_ADOPT)",
    )
    .option("--json", "print the result as JSON on standard output")
    .option(
      "--serve",
      "serve the state just before the varied call, or after the last event of a history",
    )
    .option("--at <n>", "with --serve: just before the n-th call or event", count)
    .option("-p, --port <port>", "with --serve: port to listen on", "4610")
    .addHelpText(
      "after",
      examples(
        "lead-sandbox replay failed.bundle.json --run",
        "lead-sandbox replay failed.bundle.json -- npm run sync",
      ),
    )
    .action(async (file: string, command: readonly string[], options: Options) => {
      const { replayBundle } = await import("../replay/replay.ts");
      const adopt = variable(environment, "LEAD_SANDBOX_ADOPT");
      exit(await replayBundle(file, command, { adopt, ...options }));
    });
}
