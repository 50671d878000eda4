/** Completion in a shell: its script, and what that script asks at every press of the key. Both read the tree of commands. */
import type tab from "@bomb.sh/tab/commander";
import { Argument, Command } from "commander";

import { examples, groups } from "../command-line.ts";
import { bashCompletion } from "../completion-bash.ts";

/** Makes the tree of all other commands. */
export type TreeMaker = () => Promise<Command>;

const shells = ["bash", "zsh", "fish", "powershell"] as const;

/** `completion`: the script of a shell. */
export function completionCommand(newTree: TreeMaker): Command {
  return new Command("completion")
    .helpGroup(groups.program)
    .description("Print the script that completes commands and options in a shell")
    .addArgument(new Argument("<shell>", "the shell that reads it").choices(shells))
    .addHelpText("after", examples("source <(lead-sandbox completion bash)"))
    .action(async (shell: string) => {
      if (shell === "bash") process.stdout.write(bashCompletion);
      else (await completionsOf(newTree)).setup("lead-sandbox", "lead-sandbox", shell);
    });
}

/** `complete`: what these scripts call; it is in no help. */
export function completeCommand(newTree: TreeMaker): Command {
  return new Command("complete")
    .argument("[words...]", "what was typed, after --")
    .action(async (words: readonly string[]) => {
      const completions = await completionsOf(newTree);
      completions.parse([...words]);
    });
}

async function completionsOf(newTree: TreeMaker): Promise<ReturnType<typeof tab>> {
  const { default: completionsOfTree } = await import("@bomb.sh/tab/commander");
  const completions = completionsOfTree(await newTree(), { completionCommandName: "completion" });
  // What can be typed without a command is what serving takes.
  const { options = new Map() } = completions.commands.get("serve") ?? {};
  for (const [name, option] of options) completions.options.set(name, option);
  return completions;
}
