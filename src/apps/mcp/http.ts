/** MCP over streamable HTTP, behind the guard of the control plane. */
import { createMcpHandler } from "@modelcontextprotocol/server";

import { connect } from "../../library/client/connection.ts";
import { newSandboxClient } from "../../library/client/sandbox-client.ts";
import type { McpHandler, OwnSandbox } from "../../server/control/server/own-sandbox.ts";
import { newCatalogue } from "./catalogue.ts";
import { withoutNullArguments } from "./repaired.ts";
import { newMcpServer } from "./server.ts";

/** For each workspace, so that the calls of one do not keep others waiting. */
const requestsMax = 16;

/** Answers MCP requests; those with a workspace serve that one only. */
export function mcpOverHttp({ tokenOf, fetch, log }: OwnSandbox): McpHandler {
  const optionsOf = (url: string, token: string | null) => ({
    url,
    token: token ?? undefined,
    fetch,
  });
  const catalogue = newCatalogue(newSandboxClient(optionsOf("http://127.0.0.1", tokenOf(null))));
  const running = new Map<string | null, number>();
  return async (request, { workspace, token }) => {
    const others = running.get(workspace) ?? 0;
    if (others >= requestsMax) return tooMany();
    const { origin: url } = new URL(request.url);
    const options = optionsOf(url, token);
    const surroundings = {
      client: newSandboxClient(options),
      connect: (workspaceId: string) => connect(options, workspaceId),
      url,
      workspace,
      isBound: workspace !== null,
      catalogue,
      commandTools: [],
    };
    const handler = createMcpHandler(
      () => newMcpServer(surroundings, { isReadOnly: false, callsMax: requestsMax, log }),
      { maxSubscriptions: 1 },
    );
    running.set(workspace, others + 1);
    try {
      return await handler.fetch(await repairedRequest(request));
    } finally {
      const left = (running.get(workspace) ?? 1) - 1;
      if (left === 0) running.delete(workspace);
      else running.set(workspace, left);
    }
  };
}

async function repairedRequest(request: Request): Promise<Request> {
  if (request.method !== "POST") return request;
  return new Request(request, { method: "POST", body: withoutNullArguments(await request.text()) });
}

function tooMany(): Response {
  const error = `${requestsMax} requests of this address are already running. Retry when one of them has finished.`;
  return Response.json({ error, next: [] }, { status: 429, headers: { "retry-after": "1" } });
}
