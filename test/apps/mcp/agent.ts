/** A coding agent as the tests play it: it calls tools, and its calls and answers are counted. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";

import { isJsonObject } from "../../../src/base/values/json.ts";
import type { Json, JsonObject } from "../../../src/base/values/json.ts";
import type { Sandbox } from "../../../src/server/sandbox/sandbox.ts";

export const eras = ["2025-11-25", "2026-07-28"] as const;
export type Era = (typeof eras)[number];

export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly data: JsonObject;
  readonly structured: unknown;
}

export interface Agent {
  readonly client: Client;
  readonly call: (tool: string, given?: JsonObject) => Promise<ToolAnswer>;
  /** The calls so far, and the characters of their answers. */
  readonly spent: () => { readonly calls: number; readonly chars: number };
}

/** A client of that era, not connected. */
export function newClient(era: Era): Client {
  const options = era === "2026-07-28" ? { versionNegotiation: { mode: "auto" } as const } : {};
  return new Client({ name: "test", version: "1" }, options);
}

/** An agent that reaches a sandbox in this process over HTTP. */
export async function agentOf(
  { fetch: send }: Pick<Sandbox, "fetch">,
  {
    era = "2026-07-28",
    path = "/_sandbox/mcp",
    token,
    url = "http://127.0.0.1:4610",
  }: {
    readonly era?: Era;
    readonly path?: string;
    readonly token?: string;
    readonly url?: string;
  } = {},
): Promise<Agent> {
  const client = newClient(era);
  const transport = new StreamableHTTPClientTransport(new URL(path, url), {
    fetch: (target, init) => send(new Request(target, init)),
    ...(token === undefined
      ? {}
      : { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return agentWith(client);
}

/** An agent with a connected client. */
export function agentWith(client: Client): Agent {
  let [calls, chars] = [0, 0];
  return {
    client,
    async call(tool, given = {}) {
      const {
        content,
        isError = false,
        structuredContent,
      } = await client.callTool({
        name: tool,
        arguments: { ...given },
      });
      const [first] = content;
      if (first?.type !== "text" || content.length !== 1) throw new Error("An answer is one text.");
      const { text } = first;
      calls += 1;
      chars += text.length;
      return { isError, text, data: object(JSON.parse(text)), structured: structuredContent };
    },
    spent: () => ({ calls, chars }),
  };
}

/** An agent with a workspace of its own. */
export async function agentAt(
  agent: Agent,
  given: JsonObject = {},
): Promise<{ readonly workspace: string; readonly env: Readonly<Record<string, string>> }> {
  const { data } = await agent.call("new_workspace", given);
  const env = Object.entries(object(data["env"])).map(([name, value]) => [name, string(value)]);
  return { workspace: string(data["workspace"]), env: Object.fromEntries(env) };
}

export interface Next {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** The calls that an answer proposes. */
export function nextOf({ data }: Pick<ToolAnswer, "data">): readonly Next[] {
  const proposed = list(data["next"]);
  const more = data["more"] === undefined ? [] : [data["more"]];
  return [...proposed, ...more].map((one) => ({
    tool: string(object(one)["tool"]),
    arguments: object(object(one)["arguments"]),
  }));
}

export function object(value: unknown): JsonObject {
  if (isJsonObject(value)) return value;
  throw new Error(`Expected an object: ${JSON.stringify(value)}`);
}

export function list(value: Json | undefined): readonly Json[] {
  if (Array.isArray(value)) return value;
  throw new Error(`Expected a list: ${JSON.stringify(value)}`);
}

export function string(value: Json | undefined): string {
  if (typeof value === "string") return value;
  throw new Error(`Expected a text: ${JSON.stringify(value)}`);
}
