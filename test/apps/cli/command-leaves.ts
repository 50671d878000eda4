import type { Command } from "commander";

/** A command without subcommands, and its full name. */
export interface Leaf {
  readonly name: string;
  readonly command: Command;
}

/** All commands without subcommands, in the order of the command tree. */
export function leavesOf(command: Command, prefix = ""): readonly Leaf[] {
  return command.commands.flatMap((child) => {
    const name = `${prefix}${child.name()}`;
    return child.commands.length === 0 ? [{ name, command: child }] : leavesOf(child, `${name} `);
  });
}

/** The help of a command as printed. */
export function helpOf(command: Command): string {
  let printed = "";
  command.configureOutput({ writeOut: (text) => (printed += text) }).outputHelp();
  return printed;
}

/**
 * The examples in a command's help as pages show them: with npx, as typed in a project. Completion
 * is for a `lead-sandbox` in the PATH.
 */
export function typedExamplesOf(command: Command): readonly string[] {
  return examplesOf(command).map((line) =>
    line.replace(/^(eval "\$\()?lead-sandbox/, "$1npx lead-sandbox"),
  );
}

/** The example command lines in a command's help. */
export function examplesOf(command: Command): readonly string[] {
  const [, lines = ""] = /^Examples:\n((?: {2}.+\n)+)/m.exec(helpOf(command)) ?? [];
  return lines
    .trimEnd()
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}
