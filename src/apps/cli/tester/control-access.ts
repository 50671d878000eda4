import { workspaceNamedBy } from "../../../domain/model/workspace-token.ts";
import type { Environment } from "../command-line.ts";
import { variable } from "../command-line.ts";

/** How a command reaches the control API: with which tokens, and which workspace by default. */
export interface ControlAccess {
  readonly token: string | undefined;
  readonly workspaceTokens: Map<string, string>;
  readonly workspaceId: string | undefined;
}

/**
 * The tokens and the workspace of the options and the environment. A token of a workspace also names it, and the one
 * of LEAD_SANDBOX_WORKSPACE_TOKEN is sent to that workspace only, unless there is no control token.
 */
export function controlAccess(
  options: { readonly token?: string | undefined; readonly workspace?: string | undefined },
  environment: Environment,
): ControlAccess {
  const own =
    options.token === undefined ? variable(environment, "LEAD_SANDBOX_WORKSPACE_TOKEN") : undefined;
  const token = options.token ?? variable(environment, "LEAD_SANDBOX_CONTROL_TOKEN") ?? own;
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
