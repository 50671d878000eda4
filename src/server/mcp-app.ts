/** The address of MCP on the control plane. */
import { Hono } from "hono";

import { ControlError } from "../control/control-error.ts";
import { controlPrefix } from "../http/control-paths.ts";
import { lazy } from "../values/lazy.ts";

/** A sandbox that calls itself, without a socket. */
export interface OwnSandbox {
  /** The token for its own calls: that of the workspace if there is one, otherwise the control token. */
  readonly tokenOf: (workspace: string | null) => string | null;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Gets what no client may see. */
  readonly log: (text: string) => void;
}

/** Answers a request of MCP; with a workspace, for that one only. */
export type McpHandler = (request: Request, workspace: string | null) => Promise<Response>;

/** Loads the handler of a sandbox, at its first request. */
export type McpLoader = (own: OwnSandbox) => Promise<McpHandler>;

/** Serves MCP for all workspaces, and below the path of each for that one; without a loader, for none. */
export function mcpApp(load: McpLoader | null, own: OwnSandbox): Hono {
  const handler = load === null ? null : lazy(() => load(own));
  const app = new Hono();
  const answer = async (request: Request, workspace: string | null): Promise<Response> => {
    if (handler !== null) return (await handler())(request, workspace);
    throw new ControlError(404, "This sandbox does not serve MCP.", {
      hint: "It runs inside a program, or with --no-mcp. Run lead-sandbox mcp --url with its address.",
    });
  };
  app.all(`${controlPrefix}/mcp`, ({ req }) => answer(req.raw, null));
  app.all(`${controlPrefix}/workspaces/:workspaceId/mcp`, ({ req }) =>
    answer(req.raw, req.param("workspaceId")),
  );
  return app;
}
