import type { Command } from "commander";

/** The context in which a command is created. */
export interface CommandLine {
  /** Sets the exit code of a command, if it is not 0. */
  readonly exit: (code: number) => void;
  readonly environment: Environment;
  /** The name of every command. */
  readonly names: readonly string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Creates a command of the tree; it imports the server only when it runs. */
export type CommandMaker = (line: CommandLine) => Command;

/** The headings of commands in the help. */
export const groups = {
  serving: "Serve a sandbox:",
  driving: "Drive a sandbox that runs:",
  contract: "Check contracts:",
  program: "About this program:",
} as const;

/** Options as the command line gave them. */
export type Options = Readonly<Record<string, unknown>>;

/** The value of a variable; undefined for a blank one, because Compose and CI systems set variables without a value. */
export function variable(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  return value?.trim() === "" ? undefined : value;
}

/** Help with example command lines; the tests run them. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join("\n")}\n`;
}
