/** The MCP server: the tools and resources of one sandbox, in both eras of the protocol. */
import { McpServer } from "@modelcontextprotocol/server";
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";

import packageJson from "../../../package.json" with { type: "json" };
import type { JsonObject } from "../../base/values/json.ts";
import { isJsonObject } from "../../base/values/json.ts";
import { callTool, failed, tooMany, workspacePattern } from "./call-tool.ts";
import { charsMax } from "./fit.ts";
import { registerResources } from "./resources.ts";
import { toolNames } from "./tool-names.ts";
import type { Kind, Surroundings, Tool } from "./tool.ts";
import { act } from "./tools/act.ts";
import { explain } from "./tools/explain.ts";
import { lookUp } from "./tools/look-up.ts";
import { newWorkspace } from "./tools/new-workspace.ts";
import { reset } from "./tools/reset.ts";
import { show } from "./tools/show.ts";
import { uncovered } from "./tools/uncovered.ts";
import { whatHappened } from "./tools/what-happened.ts";

/** The settings of a server besides the sandbox that it serves. */
export interface ServerOptions {
  readonly isReadOnly: boolean;
  /** How many calls it works on at once; more are refused. */
  readonly callsMax: number;
  /** Gets the stack of an unforeseen failure, which no caller sees. */
  readonly log: (text: string) => void;
}

const sandboxTools: readonly Tool[] = [
  newWorkspace,
  act,
  reset,
  show,
  whatHappened,
  explain,
  lookUp,
  uncovered,
];

/** A server for one connection, or for one request over HTTP. */
export function newMcpServer(surroundings: Surroundings, options: ServerOptions): McpServer {
  const day = 86_400_000;
  const server = new McpServer(
    { name: "lead-sandbox", version: packageJson.version },
    {
      instructions,
      capabilities: { tools: { listChanged: false }, resources: { listChanged: false } },
      cacheHints: {
        "tools/list": { ttlMs: day, cacheScope: "private" },
        "resources/list": { ttlMs: day, cacheScope: "public" },
        "resources/templates/list": { ttlMs: day, cacheScope: "public" },
        "server/discover": { ttlMs: day, cacheScope: "public" },
      },
    },
  );
  const tools = toolsOf(surroundings, options);
  const served = new Set(tools.map(({ name }) => name));
  let running = 0;
  for (const tool of tools) {
    server.registerTool(
      tool.name,
      {
        description: tool.description,
        inputSchema: anyArguments(schemaOf(tool, surroundings)),
        annotations: annotations[tool.kind],
      },
      async (given, context) => {
        running += 1;
        try {
          if (running > options.callsMax) throw tooMany(tool, given, options.callsMax);
          return await callTool(tool, given, { surroundings, context, served });
        } catch (error) {
          return failed(error, { served, log: options.log });
        } finally {
          running -= 1;
        }
      },
    );
  }
  registerResources(server, surroundings);
  return server;
}

const instructions =
  "A local sandbox of a mortgage-referral Lead API. Call new_workspace first, give its env to the client, " +
  "run the client, then ask: what_happened, explain (which rule refused), uncovered. look_up says what the API " +
  "requires; act does what the provider or time does. Every answer has next: calls to make as they stand.";

function toolsOf(
  { commandTools, isBound }: Pick<Surroundings, "commandTools" | "isBound">,
  { isReadOnly }: Pick<ServerOptions, "isReadOnly">,
): readonly Tool[] {
  const all = [...sandboxTools, ...commandTools];
  return all
    .filter(({ kind }) => !isReadOnly || kind === "read")
    .filter(({ name }) => !isBound || name !== "new_workspace")
    .toSorted((one, other) => toolNames.indexOf(one.name) - toolNames.indexOf(other.name));
}

const writing = { readOnlyHint: false, idempotentHint: false, openWorldHint: false };
const annotations = {
  read: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  write: { ...writing, destructiveHint: false },
  destroy: { ...writing, destructiveHint: true, idempotentHint: true },
  command: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
} as const satisfies Record<Kind, object>;

/** The tool's own schema with the arguments that tools share. */
function schemaOf(tool: Tool, { workspace }: Surroundings): JsonObject {
  const own = tool.schema();
  const { properties, required } = own;
  const named = tool.needsWorkspace
    ? { workspace: { type: "string", pattern: workspacePattern.source } }
    : {};
  const sized =
    tool.kind === "read"
      ? { maxChars: { type: "integer", minimum: charsMax.least, maximum: charsMax.most } }
      : {};
  const needed = [
    ...(tool.needsWorkspace && workspace === null ? ["workspace"] : []),
    ...(Array.isArray(required) ? required : []),
  ].filter((name) => !isDefaulted(properties, name));
  return {
    ...own,
    properties: { ...named, ...(isJsonObject(properties) ? properties : {}), ...sized },
    ...(needed.length === 0 ? { required: [] } : { required: needed }),
  };
}

function isDefaulted(properties: unknown, name: unknown): boolean {
  const property = isJsonObject(properties) ? properties[String(name)] : undefined;
  return isJsonObject(property) && "default" in property;
}

/** Lists `schema`, and leaves the check to the tool, whose errors say what to do next. */
function anyArguments(schema: JsonObject): StandardSchemaWithJSON<unknown, JsonObject> {
  return {
    "~standard": {
      version: 1,
      vendor: "lead-sandbox",
      validate: (value) => ({ value: isJsonObject(value) ? value : {} }),
      jsonSchema: { input: () => ({ ...schema }), output: () => ({ ...schema }) },
    },
  };
}
