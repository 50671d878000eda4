import { workspaceNamedBy } from "../../../domain/model/workspace-token.ts";
import type { Environment } from "../command-line.ts";
import { variable } from "../command-line.ts";
import { servedSettings } from "./served-settings.ts";

/** How a command reaches the control API: with which tokens, and which workspace by default. */
export interface ControlAccess {
  readonly token: string | undefined;
  readonly workspaceTokens: Map<string, string>;
  readonly workspaceId: string | undefined;
}

/** The options that say how to reach the control API. */
export interface AccessOptions {
  readonly token?: string | undefined;
  readonly workspace?: string | undefined;
  /** The file of the settings that the sandbox was started with. */
  readonly config?: string | undefined;
}

/**
 * The tokens and the workspace of the options, the environment and the settings file. A token of a workspace also names it, and the one
 * of LEAD_SANDBOX_WORKSPACE_TOKEN is sent to that workspace only, unless there is no control token.
 */
export async function controlAccess(
  options: AccessOptions,
  environment: Environment,
): Promise<ControlAccess> {
  const own =
    options.token === undefined ? variable(environment, "LEAD_SANDBOX_WORKSPACE_TOKEN") : undefined;
  const token =
    options.token ??
    variable(environment, "LEAD_SANDBOX_CONTROL_TOKEN") ??
    own ??
    (await servedSettings(["controlToken"], options, environment)).controlToken ??
    undefined;
  const named = workspaceNamedBy(own ?? token ?? "") ?? undefined;
  return {
    token,
    workspaceTokens: new Map(own === undefined || named === undefined ? [] : [[named, own]]),
    workspaceId:
      options.workspace ??
      (options.token === undefined ? variable(environment, "LEAD_SANDBOX_WORKSPACE") : undefined) ??
      named ??
      variable(environment, "LEAD_SANDBOX_WORKSPACE"),
  };
}
