import { Command, CommanderError } from "commander";

import { ConfigError, readConfig, settings } from "../config.ts";
import { serveUntilStopped } from "./serve.ts";

/** Exit codes that scripts can rely on. */
export const exitCodes = { ok: 0, usage: 2, failure: 4 } as const;

/** Runs the command line `args`; answers the exit code. */
export async function run(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const program = newProgram((code) => {
    exitCode = code;
  }, environment);
  let exitCode: number = exitCodes.ok;
  try {
    await program.parseAsync([...args], { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    if (error instanceof ConfigError) return complain(error.message, exitCodes.usage);
    const message = error instanceof Error ? error.message : String(error);
    return complain(message, isPortBusy(error) ? exitCodes.usage : exitCodes.failure);
  }
}

function newProgram(
  exit: (code: number) => void,
  environment: Readonly<Record<string, string | undefined>>,
): Command {
  const program = new Command("lead-sandbox")
    .description("A local sandbox of a mortgage-referral Lead API")
    .exitOverride()
    .option("-c, --config <file>", "JSON file of settings by name (LEAD_SANDBOX_CONFIG)");
  for (const { name, flag, variable, description } of settings) {
    const short = shortFlags[name];
    const flags = `${short === undefined ? "" : `${short}, `}${flag} <value>`;
    program.option(flags, `${description} (${variable})`);
  }
  return program.action(async (options: Readonly<Record<string, unknown>>) => {
    const { config: file, ...flags } = options;
    const config = readConfig({
      flags,
      environment,
      file: typeof file === "string" ? file : environment["LEAD_SANDBOX_CONFIG"],
    });
    exit(await serveUntilStopped(config));
  });
}

const shortFlags: Readonly<Record<string, string | undefined>> = { port: "-p", host: "-H" };

function isPortBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}

function complain(message: string, code: number): number {
  process.stderr.write(`lead-sandbox: ${message}\n`);
  return code;
}
