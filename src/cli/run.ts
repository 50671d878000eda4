import { CommanderError } from "commander";

import { ConfigError } from "../config.ts";
import { PactFileError } from "../contract/pact/pact-file.ts";
import { exitCodes } from "./exit-codes.ts";
import { newProgram } from "./program.ts";
import { UsageError } from "./usage-error.ts";

/** Runs the command line `args`; answers the exit code. */
export async function run(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  let exitCode: number = exitCodes.ok;
  const program = newProgram((code) => {
    exitCode = code;
  }, environment);
  try {
    await program.parseAsync([...args], { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    const message = error instanceof Error ? error.message : String(error);
    return complain(message, isUsage(error) ? exitCodes.usage : exitCodes.failure);
  }
}

function isUsage(error: unknown): boolean {
  if (error instanceof ConfigError || error instanceof PactFileError) return true;
  if (error instanceof UsageError) return true;
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}

function complain(message: string, code: number): number {
  process.stderr.write(`lead-sandbox: ${message}\n`);
  return code;
}
