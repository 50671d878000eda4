import type { SandboxWatch } from "../../../server/sandbox/sandbox.ts";

/** Loads MCP for a sandbox at its first request: the SDK takes more time and memory than a start. */
export const loadMcp: NonNullable<SandboxWatch["mcp"]> = async (own) =>
  (await import("../../mcp/http.ts")).mcpOverHttp(own);
