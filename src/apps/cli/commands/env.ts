import { Command, Option } from "commander";

import type { CommandLine, Environment } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import { print } from "../output/output.ts";
import type { RunningOptions } from "../tester/running-sandbox.ts";
import { runningSandbox, withRunning } from "../tester/running-sandbox.ts";
import { sentVariables } from "../tester/sent-variables.ts";
import type { VariableFormat } from "../tester/variable-lines.ts";
import { variableFormats, variableLines } from "../tester/variable-lines.ts";

interface EnvOptions extends RunningOptions {
  readonly new?: boolean;
  readonly format: VariableFormat;
}

/** `env`: the variables that a client of a running sandbox needs. */
export function envCommand({ environment }: CommandLine): Command {
  return withRunning(
    new Command("env")
      .helpGroup(groups.driving)
      .description("Print the variables that a client of the sandbox needs"),
  )
    .option("--new", "create a workspace first, with the id of --workspace if given")
    .addOption(
      new Option("--format <format>", "output format")
        .choices(variableFormats)
        .default("shell" as const),
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
  const workspace =
    options.new === true
      ? await client.workspaces.create(id === undefined ? {} : { id })
      : await client.workspaces.get(workspaceId);
  return { ...sentVariables(workspace.variables, url), LEAD_SANDBOX_URL: url };
}
