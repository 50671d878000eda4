import type { Command } from "commander";

/** A command that does something, by its whole name. */
export interface Leaf {
  readonly name: string;
  readonly command: Command;
}

/** The commands that do something, in the order of the tree. */
export function leavesOf(command: Command, prefix = ""): readonly Leaf[] {
  return command.commands.flatMap((child) => {
    const name = `${prefix}${child.name()}`;
    return child.commands.length === 0 ? [{ name, command: child }] : leavesOf(child, `${name} `);
  });
}

/** The whole help of a command, as it is printed. */
export function helpOf(command: Command): string {
  let printed = "";
  command.configureOutput({ writeOut: (text) => (printed += text) }).outputHelp();
  return printed;
}

/** The command lines that a command's help has as examples. */
export function examplesOf(command: Command): readonly string[] {
  const [, lines = ""] = /^Examples:\n((?: {2}.+\n)+)/m.exec(helpOf(command)) ?? [];
  return lines
    .trimEnd()
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}
