import { styleText } from "node:util";

import { Command, Help } from "commander";
import type { Argument, Option } from "commander";

import packageJson from "../../../package.json" with { type: "json" };
import type { CommandLine, CommandMaker } from "./command-line.ts";
import { groups } from "./command-line.ts";
import { isInHelp } from "./options/with-settings.ts";

/** Every command by name; loaded only when used. */
const makers = {
  serve: async () => (await import("./commands/serve.ts")).serveCommand,
  exec: async () => (await import("./commands/exec.ts")).execCommand,
  env: async () => (await import("./commands/env.ts")).envCommand,
  ready: async () => (await import("./commands/ready.ts")).readyCommand,
  healthcheck: async () => (await import("./commands/healthcheck.ts")).healthcheckCommand,
  reset: async () => (await import("./commands/reset.ts")).resetCommand,
  leads: async () => (await import("./commands/leads.ts")).leadsCommand,
  time: async () => (await import("./commands/time.ts")).timeCommand,
  emails: async () => (await import("./commands/emails.ts")).emailsCommand,
  workspaces: async () => (await import("./commands/workspaces.ts")).workspacesCommand,
  verify: async () => (await import("./commands/verify.ts")).verifyCommand,
  explore: async () => (await import("./commands/explore.ts")).exploreCommand,
  assess: async () => (await import("./commands/assess.ts")).assessCommand,
  simulate: async () => (await import("./commands/simulate.ts")).simulateCommand,
  replay: async () => (await import("./commands/replay.ts")).replayCommand,
  report: async () => (await import("./commands/report.ts")).reportCommand,
  record: async () => (await import("./commands/record.ts")).recordCommand,
  "check-target": async () => (await import("./commands/check-target.ts")).checkTargetCommand,
  mcp: async () => (await import("./commands/mcp.ts")).mcpCommand,
  "check-har": async () => (await import("./commands/check-har.ts")).checkHarCommand,
  changes: async () => (await import("./commands/changes.ts")).changesCommand,
  kit: async () => (await import("./commands/kit.ts")).kitCommand,
  guide: async () => (await import("./commands/guide.ts")).guideCommand,
  assumptions: async () => (await import("./commands/assumptions.ts")).assumptionsCommand,
  rules: async () => (await import("./commands/rules.ts")).rulesCommand,
  version: async () => (await import("./commands/version.ts")).versionCommand,
} as const satisfies Readonly<Record<string, () => Promise<CommandMaker>>>;

const completionNames = ["completion", "complete"] as const;
const makerNames = Object.keys(makers);

/** The command line, with the commands that `args` can lead to; all of them without `args`. `serve` is the default. */
export function newProgram(
  line: Omit<CommandLine, "names">,
  args?: readonly string[],
): Promise<Command> {
  return treeOf(wantedBy(args), { ...line, names: [...makerNames, completionNames[0]] });
}

async function treeOf(names: readonly string[], line: CommandLine): Promise<Command> {
  const program = new Command("lead-sandbox")
    .description("A local sandbox of a mortgage-referral Lead API")
    .version(packageJson.version, "-V, --version", "print the version")
    .configureHelp({
      ...optionHelp,
      // Only help leaves options out: a shell completes every one.
      formatHelp(command, helper) {
        const usual: Help = Object.assign(Object.create(helper), {
          visibleOptions: (one: Command) =>
            helper.visibleOptions(one).filter((option) => isInHelp(option, one)),
        });
        return Help.prototype.formatHelp.call(usual, command, usual);
      },
      styleTitle: (title) => styleText("bold", title, { validateStream: false }),
    })
    .exitOverride()
    .enablePositionalOptions()
    .commandsGroup(groups.program)
    .helpCommand("help [command]", "display help for command")
    .showHelpAfterError(
      "lead-sandbox --help lists the commands, lead-sandbox serve --help the settings.",
    )
    .addHelpText("after", servingHelp);
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop -- help lists them in this order
    program.addCommand(await commandOf(name, line), {
      isDefault: name === "serve",
      hidden: name === "complete",
    });
  }
  for (const command of program.commands) inherit(command, program, program.name());
  // It reports unknown commands itself, with a better message.
  program.commands.find((command) => command.name() === "serve")?.allowExcessArguments();
  return program;
}

const servingHelp = `
Without a command it serves: lead-sandbox --port 4700 is lead-sandbox serve --port 4700.
lead-sandbox serve --help lists the usual settings, and with --all every one, with its variable.
`;

/** Loads a named command alone, `serve` when only options are given, and all commands for help and unknown names. */
function wantedBy(args: readonly string[] | undefined): readonly string[] {
  const all = [...makerNames, ...completionNames];
  if (args === undefined) return all;
  const [first = "--"] = args;
  if (all.includes(first)) return [first];
  if (["-V", "--version"].includes(first)) return [];
  const asksForHelp = args.some((arg) => ["-h", "--help"].includes(arg));
  return first.startsWith("-") && !asksForHelp ? ["serve"] : all;
}

async function commandOf(name: string, line: CommandLine): Promise<Command> {
  const found = Object.entries(makers).find(([one]) => one === name);
  if (found !== undefined) return (await found[1]())(line);
  const completion = await import("./commands/completion.ts");
  const withoutCompletion = (): Promise<Command> => treeOf(makerNames, line);
  return name === "complete"
    ? completion.completeCommand(withoutCompletion)
    : completion.completionCommand(withoutCompletion);
}

/** Commands print errors and help as the program does; a noun without a verb prints its help. */
function inherit(command: Command, parent: Command, path: string): void {
  command.copyInheritedSettings(parent).helpCommand(false);
  const own = `${path} ${command.name()}`;
  // `serve` is the default, so an unknown word may be a misspelled command.
  if (command.name() !== "serve") command.showHelpAfterError(`${own} --help shows its usage.`);
  for (const child of command.commands) inherit(child, command, own);
}

/** Describes options and arguments in help, with choices and defaults as they are typed on the command line. */
const optionHelp = {
  optionDescription: (option) => withValues(option, option.required || option.optional),
  argumentDescription: (argument) => withValues(argument, true),
} as const satisfies Partial<Help>;

function withValues({ description, ...values }: Option | Argument, takesValue: boolean): string {
  const { argChoices = [], defaultValueDescription } = values;
  const byDefault = takesValue ? (defaultValueDescription ?? typed(values.defaultValue)) : "";
  const facts = [
    ...(argChoices.length === 0 ? [] : [`choices: ${argChoices.join(", ")}`]),
    ...(byDefault === "" ? [] : [`default: ${byDefault}`]),
  ];
  return facts.length === 0 ? description : `${description} (${facts.join("; ")})`;
}

/** A default on the command line; empty if there is none. */
function typed(value: unknown): string {
  if (Array.isArray(value)) return value.join(",");
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
