import { Command } from "commander";

import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import type { McpOptions } from "../options/mcp.ts";
import { mcpRows } from "../options/mcp.ts";
import { withOptions } from "../options/with-options.ts";

/** `mcp`: the sandbox as tools of a coding agent. */
export function mcpCommand({ exit, environment }: CommandLine): Command {
  const command = new Command("mcp")
    .helpGroup(groups.driving)
    .description("Serve the sandbox as tools for coding agents, by MCP over standard input")
    .argument("[command...]", "the only command that explore and replay run, after --")
    .passThroughOptions();
  return withOptions(command, mcpRows)
    .addHelpText(
      "after",
      examples("lead-sandbox mcp --read-only --no-start", "lead-sandbox mcp -- npm run sync"),
    )
    .action(async (given: readonly string[], options: McpOptions) => {
      const { serveMcp } = await import("../mcp/mcp.ts");
      exit(await serveMcp(given, options, environment));
    });
}
