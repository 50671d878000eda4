import type { Command, Option } from "commander";

import { newProgram } from "../../src/apps/cli/program.ts";
import { runningHeading } from "../../src/apps/cli/tester/running-sandbox.ts";
import type { Leaf } from "../apps/cli/command-leaves.ts";
import { leavesOf, typedExamplesOf } from "../apps/cli/command-leaves.ts";
import { schemaFile } from "../contract/output-schemas.ts";

/** The commands in `docs/cli.md`, with their arguments and options. */
export async function commandsReference(): Promise<string> {
  return (await visibleLeaves()).map(sectionOf).join("\n\n");
}

/** The table of commands at the start of `docs/cli.md`. */
export async function commandsTable(): Promise<string> {
  const rows = (await visibleLeaves()).map(
    ({ name, command }) =>
      `| [\`${name}\`](#${name.replace(" ", "-")}) | ${command.description()} |`,
  );
  return ["| command | does |", "| --- | --- |", ...rows].join("\n");
}

async function visibleLeaves(): Promise<readonly Leaf[]> {
  const program = await newProgram({ exit: () => {}, environment: {} });
  return leavesOf(program).filter(({ name }) => name !== "complete");
}

function sectionOf({ name, command }: Leaf): string {
  const usage = command.createHelp().commandUsage(command);
  return [
    `## ${name}`,
    "",
    command.description().replace(/\??$/, (end) => end || "."),
    "",
    "```text",
    usage,
    "```",
    ...rowsOf(command),
    ...alsoTaken(command),
    ...schemaLines(name, command),
    "",
    "```sh",
    ...typedExamplesOf(command),
    "```",
  ].join("\n");
}

function schemaLines(name: string, { options }: Command): readonly string[] {
  if (!options.some(({ long }) => long === "--json")) return [];
  const file = schemaFile(name);
  return ["", `Schema of \`--json\`: [${file}](../contracts/schemas/${file}).`];
}

const headings = { settings: "Settings:", running: runningHeading } as const;

/** The arguments and options of a command itself. */
function rowsOf(command: Command): readonly string[] {
  const help = command.createHelp();
  const given = command.registeredArguments.map((argument) =>
    row(help.argumentTerm(argument), help.argumentDescription(argument)),
  );
  const options = command.options
    .filter((option) => !isShared(option))
    .map((option) => row(help.optionTerm(option), help.optionDescription(option)));
  const rows = [...given, ...options];
  return rows.length === 0
    ? []
    : ["", "| argument or option | meaning |", "| --- | --- |", ...rows];
}

function row(term: string, description: string): string {
  return `| \`${term.replaceAll("|", "\\|")}\` | ${description.replaceAll("|", "\\|")} |`;
}

function isShared({ helpGroupHeading = "" }: Option): boolean {
  return Object.values<string>(headings).includes(helpGroupHeading);
}

function alsoTaken({ options }: Command): readonly string[] {
  const has = (heading: string): boolean =>
    options.some(({ helpGroupHeading }) => helpGroupHeading === heading);
  if (has(headings.settings)) return ["", "It takes every [setting](settings.md)."];
  return has(headings.running) ? ["", "It takes `--url`, `--workspace` and `--token`."] : [];
}
