/** Shell completion: the script, and the command it calls on each press of the key. Both read the command tree. */
import type tab from "@bomb.sh/tab/commander";
import { Argument, Command } from "commander";

import { examples, groups } from "../command-line.ts";

/** Creates the tree of all other commands. */
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

/** `complete`: called by the scripts; hidden in the help. */
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
  // Without a command, the options of `serve` apply.
  const { options = new Map() } = completions.commands.get("serve") ?? {};
  for (const [name, option] of options) completions.options.set(name, option);
  return completions;
}

/**
 * The script for bash. The library's own script needs the package bash-completion, evaluates what was typed, and
 * cannot be sourced twice. This one asks the same question.
 */
const bashCompletion = `# bash completion for lead-sandbox
_lead_sandbox() {
  local word
  COMPREPLY=()
  while IFS=$'\\t' read -r word _; do
    [[ $word == :* ]] || COMPREPLY+=("$word")
  done < <(lead-sandbox complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _lead_sandbox lead-sandbox
`;
