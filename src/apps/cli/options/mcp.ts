import type { OptionRows, OptionsOf } from "./option-rows.ts";
import { runningRows } from "./shared-rows.ts";

const runs = "it serves no tool that runs a command.";

export const mcpRows = {
  ...runningRows,
  "--workspace <id>": "the workspace of calls that name none",
  "--read-only": {
    help: "list only the tools that change nothing",
    excludes: { "a command": runs, "--allow-commands": runs },
  },
  "--no-start": "start no sandbox when none answers at the address",
  "--allow-commands": "let the agent name the command that explore and replay run",
} as const satisfies OptionRows;
export type McpOptions = OptionsOf<typeof mcpRows>;
