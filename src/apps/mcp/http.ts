/** MCP over streamable HTTP, behind the guard of the control plane. */
import { createMcpHandler } from "@modelcontextprotocol/server";

import { connect } from "../../library/client/connection.ts";
import { newSandboxClient } from "../../library/client/sandbox-client.ts";
import type { McpHandler, OwnSandbox } from "../../server/control/server/own-sandbox.ts";
import { newCatalogue } from "./catalogue.ts";
import { newMcpServer } from "./server.ts";

const bodyBytesMax = 1024 * 1024;
const requestsMax = 16;

/** Answers MCP requests; those with a workspace serve that one only. */
export function mcpOverHttp({ tokenOf, fetch, log }: OwnSandbox): McpHandler {
  const optionsOf = (url: string, token: string | null) => ({
    url,
    token: token ?? undefined,
    fetch,
  });
  const catalogue = newCatalogue(newSandboxClient(optionsOf("http://127.0.0.1", tokenOf(null))));
  let running = 0;
  return async (request, { workspace, token }) => {
    if (running >= requestsMax) return tooMany();
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
      { maxRequestBodySize: bodyBytesMax, maxSubscriptions: 1 },
    );
    running += 1;
    try {
      return await handler.fetch(request);
    } finally {
      running -= 1;
    }
  };
}

function tooMany(): Response {
  const error = `${requestsMax} requests are in work. Repeat this one when one of them is answered.`;
  return Response.json({ error, next: [] }, { status: 429, headers: { "retry-after": "1" } });
}
