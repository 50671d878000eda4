/** The address of MCP on the control plane. */
import { Hono } from "hono";

import { lazy } from "../../base/values/lazy.ts";
import type { BodyOwner } from "../../network/http/body-memory.ts";
import { hasBody, readBytes } from "../../network/http/body.ts";
import { controlPrefix } from "../../network/http/control-paths.ts";
import { ControlError } from "../control/calls/control-error.ts";
import type { McpHandler, OwnSandbox } from "../control/server/own-sandbox.ts";

/** Loads the handler of a sandbox, at its first request. */
export type McpLoader = (own: OwnSandbox) => Promise<McpHandler>;

const bodyBytesMax = 1024 * 1024;

/** The request once its body has arrived: one that is still being sent must not keep others waiting. */
async function withBody(request: Request, owner: BodyOwner): Promise<Request> {
  const { url, method, headers, signal } = request;
  if (method !== "POST" || !hasBody(request)) return request;
  const bytes = await readBytes(request, bodyBytesMax, owner);
  if (bytes === null) {
    throw new ControlError(413, "The body is too large for a request of MCP.", {
      hint: "Send at most 1 MiB, one call at a time.",
    });
  }
  return new Request(url, { method, headers, signal, body: new Uint8Array(bytes) });
}

/** Serves MCP for all workspaces, and below the path of each for that one; without a loader, for none. */
export function mcpApp(load: McpLoader | null, own: OwnSandbox): Hono {
  const handler = load === null ? null : lazy(() => load(own));
  const app = new Hono();
  const answer = async (request: Request, workspace: string | null): Promise<Response> => {
    // Before anything is awaited: meanwhile another workspace can take the id.
    const target = { workspace, token: own.tokenOf(workspace) };
    if (handler !== null) {
      const arrived = await withBody(request, own.ownerOf(workspace));
      return (await handler())(arrived, target);
    }
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
