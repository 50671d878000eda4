import { Command } from "commander";
import { closest, distance } from "fastest-levenshtein";

import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import type { OptionRows, OptionsOf } from "../options/option-rows.ts";
import { servedNextRows } from "../options/shared-rows.ts";
import { withOptions } from "../options/with-options.ts";
import { withSettings } from "../options/with-settings.ts";
import { nextWatch } from "../serve/next-edge.ts";
import { configOf } from "../settings.ts";
import { moment } from "../values.ts";

const serveRows = {
  ...servedNextRows,
  "--next-from <time>": {
    help: "with --next: in force from this time on the clock of a workspace",
    parse: moment,
    requires: ["--next"],
  },
} as const satisfies OptionRows;

/** `serve`: the default command. */
export function serveCommand({ exit, environment, names }: CommandLine): Command {
  const serve = new Command("serve")
    .helpGroup(groups.serving)
    .description("Serve until stopped (the default)");
  return withSettings(withOptions(serve, serveRows))
    .addHelpText(
      "after",
      examples(
        "lead-sandbox --seed 7 --quota off",
        "lead-sandbox serve --data ./kept",
        "lead-sandbox serve --next changes.yaml --next-from 2027-03-01T00:00:00Z",
      ),
    )
    .action(async (options: OptionsOf<typeof serveRows>, command: Command) => {
      const [extra] = command.args;
      if (extra !== undefined) command.error(refusalOf(extra, names));
      const { serveUntilStopped } = await import("../serve/serve.ts");
      const config = await configOf(options, environment);
      exit(await serveUntilStopped(config, undefined, await nextWatch(options)));
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
