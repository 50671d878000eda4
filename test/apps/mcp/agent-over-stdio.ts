import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";

import { commandFile } from "../../support/command.ts";
import type { Agent, Era } from "./agent.ts";
import { agentWith, newClient } from "./agent.ts";

/**
 * With its own transport, the SDK starts the command twice: first to ask for its version. With a subclass, it asks the
 * process that it then uses.
 */
export class OneProcessTransport extends StdioClientTransport {}

/** An agent whose client has started the command. */
export async function agentOver(
  args: readonly string[],
  era: Era,
  Transport: typeof StdioClientTransport = OneProcessTransport,
): Promise<Agent> {
  const client = newClient(era);
  const transport = new Transport({
    command: process.execPath,
    args: [commandFile(), "mcp", ...args],
    stderr: "ignore",
  });
  onTestFinished(() => client.close());
  await client.connect(transport);
  return agentWith(client);
}
