/** What a token reaches: everything, the server without the workspaces, or one workspace. */
import { controlPrefix } from "../../../network/http/control-paths.ts";
import { defaultWorkspaceId } from "../../../world/workspace/registry/initial-state.ts";
import { ControlError } from "../calls/control-error.ts";

/** Who calls: the holder of the control token, or that of the token of a workspace. */
export interface Holder {
  /** Null for the control token. */
  readonly workspaceId: string | null;
}

/** What the token of a workspace opens besides that: nothing in it differs by workspace. */
const shared: ReadonlySet<string> = new Set([`${controlPrefix}/rules`, `${controlPrefix}/session`]);

const below = `${controlPrefix}/workspaces/`;

/**
 * Throws a 403 for a path that the holder does not reach. `path` is the one that routes match, and whatever is not
 * plainly allowed is denied, such as a workspace id with escapes.
 */
export function refuseBeyond(
  { workspaceId }: Holder,
  { method, path }: { readonly method: string; readonly path: string },
  isIsolated: boolean,
): void {
  // The call that restores is about no workspace, although one may have that name.
  const isOfOne = path.startsWith(below) && !(method === "POST" && path === `${below}restore`);
  const named = isOfOne ? (path.slice(below.length).split("/", 1)[0] ?? "") : null;
  if (workspaceId !== null) {
    if (named === workspaceId || shared.has(path)) return;
    throw new ControlError(403, `This token opens the workspace ${workspaceId} only.`, {
      hint: `Call paths below ${below}${workspaceId}, or send the control token or that of the other workspace.`,
    });
  }
  if (!isIsolated) return;
  if (path === `${controlPrefix}/mcp`) {
    throw new ControlError(403, "With --isolate, MCP has an address for each workspace.", {
      hint: `Connect to ${below}{id}/mcp with the token of the workspace.`,
    });
  }
  if (named === null || named === defaultWorkspaceId || isTokenOf(named, path)) return;
  throw new ControlError(
    403,
    `With --isolate, the workspace ${JSON.stringify(named)} requires its own token.`,
    {
      hint: `Send the token that POST ${controlPrefix}/workspaces answered when it was created. POST ${below}{id}/token makes a new one.`,
    },
  );
}

/** The call that makes a new token, without which a lost one would close a workspace for good. */
function isTokenOf(workspaceId: string, path: string): boolean {
  return path === `${below}${workspaceId}/token`;
}
