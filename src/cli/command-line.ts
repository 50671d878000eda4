import type { Command } from "commander";

/** What a command is made with. */
export interface CommandLine {
  /** Where a command leaves its exit code, when it is not 0. */
  readonly exit: (code: number) => void;
  readonly environment: Environment;
  /** The name of every command. */
  readonly names: readonly string[];
}

/** The variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Makes a command of the tree; what it needs of the server is imported when it runs. */
export type CommandMaker = (line: CommandLine) => Command;

/** What the help lists commands under. */
export const groups = {
  serving: "Serve a sandbox:",
  driving: "Drive a sandbox that runs:",
  contract: "Check contracts:",
  program: "About this program:",
} as const;

/** Options as the command line gave them. */
export type Options = Readonly<Record<string, unknown>>;

/** A variable that is set to something. */
export function variable(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  return value === "" ? undefined : value;
}

/** Help with example command lines; the tests run them. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join("\n")}\n`;
}
