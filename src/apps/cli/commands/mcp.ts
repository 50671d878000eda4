import { Command } from "commander";

import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import type { McpOptions } from "../mcp/mcp.ts";
import { configOption, tokenOption, urlOption } from "../tester/running-sandbox.ts";

/** `mcp`: the sandbox as tools of a coding agent. */
export function mcpCommand({ exit, environment }: CommandLine): Command {
  return new Command("mcp")
    .helpGroup(groups.driving)
    .description("Serve the sandbox as tools for coding agents, by MCP over standard input")
    .argument("[command...]", "the only command that explore and replay run, after --")
    .passThroughOptions()
    .option("--url <url>", urlOption)
    .option("-c, --config <file>", configOption)
    .option("--workspace <id>", "the workspace of calls that name none")
    .option("--token <token>", tokenOption)
    .option("--read-only", "list only the tools that change nothing")
    .option("--no-start", "start no sandbox when none answers at the address")
    .option("--allow-commands", "let the agent name the command that explore and replay run")
    .addHelpText(
      "after",
      examples("lead-sandbox mcp --read-only --no-start", "lead-sandbox mcp -- npm run sync"),
    )
    .action(async (command: readonly string[], options: McpOptions) => {
      const { serveMcp } = await import("../mcp/mcp.ts");
      exit(await serveMcp(command, options, environment));
    });
}
