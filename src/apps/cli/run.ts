import packageJson from "../../../package.json" with { type: "json" };
import { visible } from "../../base/texts/visible.ts";
import { SandboxError } from "../../library/client/sandbox-error.ts";
import type { Environment } from "./command-line.ts";
import { exitCodes } from "./exit-codes.ts";
import { NotStarted } from "./not-started.ts";
import { UsageError } from "./usage-error.ts";

/** Runs the command line `args`; returns the exit code. */
export async function run(args: readonly string[], environment: Environment): Promise<number> {
  try {
    if (asksForVersion(args)) return printVersion();
    return await (servesAsItIs(args) ? served(environment) : commanded(args, environment));
  } catch (error) {
    if (error instanceof SandboxError) return complain(adviceOn(error), codeOf(error));
    if (error instanceof NotStarted) return complain(error.message, error.exitCode);
    const message = error instanceof Error ? error.message : String(error);
    return complain(message, (await isUsage(error)) ? exitCodes.usage : exitCodes.failure);
  }
}

/** Scripts often ask for the version alone: this needs no parser. */
function asksForVersion(args: readonly string[]): boolean {
  return args.length === 1 && (args[0] === "--version" || args[0] === "-V");
}

function printVersion(): number {
  process.stdout.write(`${packageJson.version}\n`);
  return exitCodes.ok;
}

/** Most starts, especially in containers, give no option: the command line needs no parser. */
function servesAsItIs(args: readonly string[]): boolean {
  return args.length === 0 || (args.length === 1 && args[0] === "serve");
}

async function served(environment: Environment): Promise<number> {
  const [{ serveUntilStopped }, { configOf }] = await Promise.all([
    import("./serve/serve.ts"),
    import("./settings.ts"),
  ]);
  return serveUntilStopped(await configOf({}, environment));
}

async function commanded(args: readonly string[], environment: Environment): Promise<number> {
  const [{ newProgram }, { CommanderError }] = await Promise.all([
    import("./program.ts"),
    import("commander"),
  ]);
  let exitCode: number = exitCodes.ok;
  const exit = (code: number): void => {
    exitCode = code;
  };
  try {
    const program = await newProgram({ exit, environment }, args);
    await program.parseAsync([...args], { from: "user" });
    return exitCode;
  } catch (error) {
    // Commander has printed the error.
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  }
}

async function isUsage(error: unknown): Promise<boolean> {
  if (error instanceof UsageError) return true;
  const { isUnusableInput } = await import("./unusable-input.ts");
  return isUnusableInput(error);
}

/** The refusal of a running sandbox, with its hint. */
function adviceOn({ status, message, fields }: SandboxError): string {
  if (status === 0 && /\((?:SELF_SIGNED|UNABLE_TO|CERT_|ERR_TLS)\w+\)/.test(message)) {
    return `${message} Name its certificate with NODE_EXTRA_CA_CERTS, or its http URL.`;
  }
  if (status === 0) {
    return `${message} Start one with lead-sandbox serve, or name another with --url or LEAD_SANDBOX_URL.`;
  }
  if (status === 401) return `${message} Pass it with --token or in that variable.`;
  const wrong = Object.entries(fields ?? {}).flatMap(([field, problems]) =>
    problems.map((problem) => `\n  ${field}: ${problem.message}`),
  );
  return `${asCommand(message)}${wrong.join("")}`;
}

/**
 * An action that the world forbids is a failed check, an invalid request is a usage error, anything else is a
 * failure.
 */
function codeOf({ status }: SandboxError): number {
  if (status === 404 || status === 409) return exitCodes.failed;
  return status >= 400 && status < 500 ? exitCodes.usage : exitCodes.failure;
}

/** Messages quote files, services and arguments, whose text must not drive the terminal. */
function complain(message: string, code: number): number {
  process.stderr.write(visible(`lead-sandbox: ${message}\n`));
  return code;
}

/** Names a command instead of the call of the control API that a hint names. */
function asCommand(message: string): string {
  return message.replace(
    /\bGET (?:\/_sandbox\/)?(leads|emails|workspaces) lists\b/,
    "lead-sandbox $1 list shows",
  );
}
