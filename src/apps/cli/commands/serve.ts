import { Command } from "commander";
import { closest, distance } from "fastest-levenshtein";

import type { CommandLine, Options } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import { configOf, withSettings } from "../settings.ts";

/** `serve`: the default command. */
export function serveCommand({ exit, environment, names }: CommandLine): Command {
  return withSettings(
    new Command("serve").helpGroup(groups.serving).description("Serve until stopped (the default)"),
  )
    .addHelpText(
      "after",
      examples("lead-sandbox --seed 7 --quota off", "lead-sandbox serve --data ./kept"),
    )
    .action(async (options: Options, command: Command) => {
      const [extra] = command.args;
      if (extra !== undefined) command.error(refusalOf(extra, names));
      const { serveUntilStopped } = await import("../serve/serve.ts");
      exit(await serveUntilStopped(await configOf(options, environment)));
    });
}

function refusalOf(extra: string, names: readonly string[]): string {
  if (["start", "run", "up"].includes(extra)) {
    return `error: '${extra}' is not a command: serving is the default. Run lead-sandbox.`;
  }
  const nearest = closest(extra, [...names]);
  const meant = distance(extra, nearest) <= extra.length * 0.4 ? ` Did you mean ${nearest}?` : "";
  return `error: too many arguments: serving takes none, and no command is '${extra}'.${meant}`;
}
