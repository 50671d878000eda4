import type { Command } from "commander";

import type { SandboxClient } from "../../../library/client/sandbox-client.ts";
import { newSandboxClient } from "../../../library/client/sandbox-client.ts";
import { sendRequest } from "../../../library/client/send-request.ts";
import type { WorkspaceClient } from "../../../library/client/workspace-client.ts";
import type { Environment } from "../command-line.ts";
import { controlAccess } from "./control-access.ts";
import { sandboxUrl } from "./sandbox-url.ts";

/** Options of commands that call a running sandbox. */
export interface RunningOptions {
  readonly url?: string;
  readonly workspace?: string;
  readonly token?: string;
  readonly config?: string;
  readonly json?: boolean;
}

/** What `--token` takes. */
export const tokenOption =
  "its control token (LEAD_SANDBOX_CONTROL_TOKEN), or that of a workspace (LEAD_SANDBOX_WORKSPACE_TOKEN)";

/** What `--url` of these commands takes. */
export const urlOption =
  "its address (LEAD_SANDBOX_URL, else where serve listens with the same settings)";

/** What `--config` of these commands takes. */
export const configOption = "the settings file that it was started with (LEAD_SANDBOX_CONFIG)";

/** The heading of these options in the help. */
export const runningHeading = "Which sandbox:";

/** Adds the options of a running sandbox and `--json` to a command. */
export function withRunning(command: Command): Command {
  return command
    .option("--json", "print one JSON document")
    .optionsGroup(runningHeading)
    .option("--url <url>", urlOption)
    .option("-c, --config <file>", configOption)
    .option("--workspace <id>", "id of the workspace (LEAD_SANDBOX_WORKSPACE, else default)")
    .option("--token <token>", tokenOption)
    .optionsGroup("Options:");
}

/** A sandbox in another process, and the workspace of a command. */
export interface RunningSandbox {
  readonly url: string;
  readonly client: SandboxClient;
  readonly workspaceId: string;
  readonly workspace: WorkspaceClient;
}

/** The sandbox of the options and the environment; sends nothing yet. */
export async function runningSandbox(
  options: RunningOptions,
  environment: Environment,
): Promise<RunningSandbox> {
  const url = await sandboxUrl(options, environment);
  const { workspaceId = "default", ...tokens } = await controlAccess(options, environment);
  const client = newSandboxClient({ url, ...tokens }, sendRequest);
  return { url, client, workspaceId, workspace: client.workspace(workspaceId) };
}
