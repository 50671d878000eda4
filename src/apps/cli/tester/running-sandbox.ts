import type { Command } from "commander";

import type { SandboxClient } from "../../../library/client/sandbox-client.ts";
import { newSandboxClient } from "../../../library/client/sandbox-client.ts";
import { sendRequest } from "../../../library/client/send-request.ts";
import type { WorkspaceClient } from "../../../library/client/workspace-client.ts";
import type { Environment } from "../command-line.ts";
import type { OptionRows } from "../options/option-rows.ts";
import type { RunningOptions } from "../options/shared-rows.ts";
import { jsonRow, runningRows } from "../options/shared-rows.ts";
import { withOptions } from "../options/with-options.ts";
import { controlAccess } from "./control-access.ts";
import { sandboxUrl } from "./sandbox-url.ts";

/** The heading of the options of a running sandbox in the help. */
export const runningHeading = "Which sandbox:";

/** Adds the options of a running sandbox and `--json` to a command, and those of `rows`. */
export function withRunning(command: Command, rows: OptionRows = {}): Command {
  withOptions(command, jsonRow).optionsGroup(runningHeading);
  withOptions(command, runningRows).optionsGroup("Options:");
  return withOptions(command, rows);
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
  options: Omit<RunningOptions, "json">,
  environment: Environment,
): Promise<RunningSandbox> {
  const url = await sandboxUrl(options, environment);
  const { workspaceId = "default", ...tokens } = await controlAccess(options, environment);
  const client = newSandboxClient({ url, ...tokens }, sendRequest);
  return { url, client, workspaceId, workspace: client.workspace(workspaceId) };
}
