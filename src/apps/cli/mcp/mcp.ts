import { workspaceNamedBy } from "../../../domain/model/workspace-token.ts";
import { connect } from "../../../library/client/connection.ts";
import { newSandboxClient } from "../../../library/client/sandbox-client.ts";
import { SandboxError } from "../../../library/client/sandbox-error.ts";
import { sendRequest } from "../../../library/client/send-request.ts";
import type { Sandbox } from "../../../server/sandbox/sandbox.ts";
import { openSandbox } from "../../../server/sandbox/sandbox.ts";
import { newCatalogue } from "../../mcp/catalogue.ts";
import { newRuns } from "../../mcp/runs.ts";
import { serveOverStdio } from "../../mcp/stdio.ts";
import type { Surroundings, Tool } from "../../mcp/tool.ts";
import { newExplore } from "../../mcp/tools/explore.ts";
import { newReplay } from "../../mcp/tools/replay.ts";
import type { Environment } from "../command-line.ts";
import { exitCodes } from "../exit-codes.ts";
import { newInterruption } from "../interruption.ts";
import type { McpOptions } from "../options/mcp.ts";
import { configOf } from "../settings.ts";
import type { ControlAccess } from "../tester/control-access.ts";
import { controlAccess } from "../tester/control-access.ts";
import { sandboxUrl } from "../tester/sandbox-url.ts";
import { UsageError } from "../usage-error.ts";
import { loadMcp } from "./load-mcp.ts";

/**
 * Serves MCP over standard input and output until that ends. Returns the exit code. `command` is what explore and
 * replay run; if it is empty and `allowCommands` is not set, they are not served.
 */
export async function serveMcp(
  command: readonly string[],
  options: McpOptions,
  environment: Environment,
): Promise<number> {
  const { allowCommands, readOnly } = options;
  const runsCommands = allowCommands || command.length > 0;
  if (command[0] === "") throw new UsageError("The command is empty.");
  // Until it is reached, a signal ends this process at once.
  const sandbox = await reached(options, environment);
  const interruption = newInterruption();
  const runs = newRuns({
    program: [process.execPath, process.argv[1] ?? ""],
    command: command.length === 0 ? null : command,
    allowsCommands: allowCommands,
  });
  const commandTools = runsCommands ? [newExplore(runs), newReplay(runs)] : [];
  try {
    const ending = await serveOverStdio(surroundingsOf(sandbox, { ...options, commandTools }), {
      isReadOnly: readOnly,
      signal: interruption.signal,
      log,
    });
    return (
      interruption.code() ?? (ending === "message too long" ? exitCodes.failure : exitCodes.ok)
    );
  } finally {
    await runs.end();
    interruption.end();
    await sandbox.close();
  }
}

/** Standard output carries the protocol alone. */
function log(text: string): void {
  process.stderr.write(`lead-sandbox mcp: ${text}\n`);
}

interface Reached extends Pick<ControlAccess, "token" | "workspaceTokens"> {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The sandbox at the address; without one, a new one in this process, in memory. */
async function reached(options: McpOptions, environment: Environment): Promise<Reached> {
  const url = await sandboxUrl(options, environment);
  const { token, workspaceTokens } = await controlAccess(options, environment);
  const running = { url, token, workspaceTokens, close: async () => {} };
  try {
    await checked(running, options);
    return running;
  } catch (error) {
    if (!(error instanceof SandboxError) || error.status !== 0) throw error;
  }
  if (!options.start) {
    log(`No sandbox answers at ${url}.`);
    return running;
  }
  const started = await startedSandbox(environment);
  log(`No sandbox answers at ${url}. Started one at ${started.url}, in memory.`);
  try {
    await checked(started, options);
    return started;
  } catch (error) {
    await started.close();
    throw error;
  }
}

/** Throws a usage error for a wrong token or an unknown workspace. */
async function checked(reach: Reached, options: McpOptions): Promise<void> {
  const client = newSandboxClient(reach, sendRequest);
  const bound = workspaceNamedBy(reach.token ?? "");
  const workspace = options.workspace ?? bound;
  try {
    if (bound === null) await client.health();
    if (workspace !== null) await client.workspaces.get(workspace);
  } catch (error) {
    if (error instanceof SandboxError && [401, 403, 404, 409].includes(error.status)) {
      throw new UsageError(error.message, { cause: error });
    }
    throw error;
  }
}

async function startedSandbox(environment: Environment): Promise<Reached> {
  const configured = await configOf({ port: "0", logLevel: "silent" }, environment);
  const sandbox: Sandbox = openSandbox(
    { ...configured, data: null, surfacePorts: {} },
    { mcp: loadMcp },
  );
  const listening = await sandbox.listen();
  return {
    url: listening.url,
    token: configured.controlToken ?? undefined,
    workspaceTokens: new Map(),
    async close() {
      await listening.close();
      sandbox.close();
    },
  };
}

/** A token that opens one workspace binds the server to that one. */
function surroundingsOf(
  reach: Reached,
  { workspace, commandTools }: McpOptions & { readonly commandTools: readonly Tool[] },
): Surroundings {
  const client = newSandboxClient(reach, sendRequest);
  const bound = workspaceNamedBy(reach.token ?? "");
  return {
    client,
    connect: (workspaceId) => connect(reach, workspaceId, sendRequest),
    url: reach.url,
    workspace: bound ?? workspace ?? null,
    isBound: bound !== null,
    catalogue: newCatalogue(client),
    commandTools,
  };
}
