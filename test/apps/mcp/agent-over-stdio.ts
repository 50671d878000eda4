import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";

import { commandFile } from "../../support/command.ts";
import type { Agent, Era } from "./agent.ts";
import { agentWith, newClient } from "./agent.ts";

/** An agent whose client has started the command. */
export async function agentOver(args: readonly string[], era: Era): Promise<Agent> {
  const client = newClient(era);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [commandFile(), "mcp", ...args],
    stderr: "ignore",
  });
  onTestFinished(() => client.close());
  await client.connect(transport);
  return agentWith(client);
}
