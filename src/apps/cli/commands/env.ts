import { Command } from "commander";

import type { CommandLine, Environment } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import type { OptionRows, OptionsOf } from "../options/option-rows.ts";
import type { RunningOptions } from "../options/shared-rows.ts";
import { print } from "../output/output.ts";
import { runningSandbox, withRunning } from "../tester/running-sandbox.ts";
import { sentVariables } from "../tester/sent-variables.ts";
import { variableFormats, variableLines } from "../tester/variable-lines.ts";

const envRows = {
  "--new": "create a workspace first, with the id of --workspace if given",
  "--format <format>": { help: "output format", choices: variableFormats, default: "shell" },
} as const satisfies OptionRows;
type EnvOptions = RunningOptions & OptionsOf<typeof envRows>;

/** `env`: the variables that a client of a running sandbox needs. */
export function envCommand({ environment }: CommandLine): Command {
  return withRunning(
    new Command("env")
      .helpGroup(groups.driving)
      .description("Print the variables that a client of the sandbox needs"),
    envRows,
  )
    .addHelpText(
      "after",
      examples(
        'eval "$(lead-sandbox env)"',
        'eval "$(lead-sandbox env --new)"',
        "lead-sandbox env --format dotenv > .env",
      ),
    )
    .action(async (options: EnvOptions) => {
      const variables = await workspaceVariables(options, environment);
      print(options, variables, () => variableLines(variables, options.format));
    });
}

async function workspaceVariables(
  options: EnvOptions,
  environment: Environment,
): Promise<Readonly<Record<string, string>>> {
  const { url, client, workspaceId } = await runningSandbox(options, environment);
  const { workspace: id } = options;
  const workspace = options.new
    ? await client.workspaces.create(id === undefined ? {} : { id })
    : await client.workspaces.get(workspaceId);
  return { ...sentVariables(workspace.variables, url), LEAD_SANDBOX_URL: url };
}
