/** Calls of tools: the arguments that all share, answers that fit, errors that help. */
import { randomUUID } from "node:crypto";

import { ProtocolError } from "@modelcontextprotocol/server";
import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";

import type { JsonObject } from "../../base/values/json.ts";
import { isJsonObject } from "../../base/values/json.ts";
import { failureOf, ToolFailure } from "./failure.ts";
import { charsMax, fitted } from "./fit.ts";
import type { NextCall } from "./tool-names.ts";
import type { Surroundings, Tool } from "./tool.ts";

/** The ids of workspaces. Anything else could lead to another path. */
export const workspacePattern = /^[A-Za-z0-9_-]{1,64}$/;

interface Answering {
  readonly surroundings: Surroundings;
  readonly context: ServerContext;
  readonly served: ReadonlySet<string>;
}

/** Calls the tool and makes its answer fit. */
export async function callTool(
  tool: Tool,
  { workspace: named, maxChars, ...given }: JsonObject,
  { surroundings, context, served }: Answering,
): Promise<CallToolResult> {
  const { signal } = context.mcpReq;
  const max = tool.kind === "read" ? charsIn(maxChars, tool, named) : charsMax.byDefault;
  const rest = maxChars !== undefined && tool.kind !== "read" ? { ...given, maxChars } : given;
  const own = !tool.needsWorkspace && named !== undefined ? { ...rest, workspace: named } : rest;
  const workspace = tool.needsWorkspace ? workspaceIn(named, surroundings) : "";
  const call = { surroundings, workspace, given: own, signal };
  const answer = await tool.run(call).catch((error: unknown) => {
    const helpful: readonly NextCall[] = tool.needsWorkspace
      ? [{ tool: "show", arguments: { workspace, what: "leads" } }]
      : [{ tool: "look_up", arguments: { query: "POST /firms/{firmId}/leads" } }];
    throw failureOf(error, { url: surroundings.url, helpful });
  });
  const next = answer.next.filter((one) => served.has(one.tool)).slice(0, 2);
  const again: NextCall | null =
    tool.kind === "read" && max < charsMax.most
      ? {
          tool: tool.name,
          arguments: {
            ...(tool.needsWorkspace ? { workspace } : {}),
            ...own,
            maxChars: charsMax.most,
          },
        }
      : null;
  const isShort = again !== null && JSON.stringify(again).length < 600;
  const text = fitted({ ...answer, next }, max, isShort ? again : null);
  const structured: unknown = tool.isStructured ? JSON.parse(text) : null;
  return {
    content: [{ type: "text", text }],
    ...(isJsonObject(structured) ? { structuredContent: { ...structured } } : {}),
  };
}

function charsIn(given: unknown, tool: Tool, workspace: unknown): number {
  if (given === undefined) return charsMax.byDefault;
  const { least, most } = charsMax;
  if (Number.isInteger(given) && Number(given) >= least && Number(given) <= most) {
    return Number(given);
  }
  const expected = `Expected an integer from ${least} to ${most}`;
  const again = typeof workspace === "string" && workspacePattern.test(workspace);
  throw new ToolFailure(
    `Invalid arguments: maxChars: ${expected}.`,
    again && tool.name === "show"
      ? [{ tool: "show", arguments: { workspace, what: "leads" } }]
      : [{ tool: "look_up", arguments: { query: "POST /firms/{firmId}/leads" } }],
    { maxChars: expected },
  );
}

function workspaceIn(given: unknown, { workspace, isBound }: Surroundings): string {
  if (given === undefined && workspace !== null) return workspace;
  const create: readonly NextCall[] = [{ tool: "new_workspace", arguments: {} }];
  if (given === undefined) {
    throw new ToolFailure("Invalid arguments: workspace is missing.", create, {
      workspace: "This field is required",
    });
  }
  if (typeof given !== "string" || !workspacePattern.test(given)) {
    const expected = "Expected up to 64 letters, digits, _ and -";
    throw new ToolFailure(`Invalid arguments: workspace: ${expected}.`, create, {
      workspace: expected,
    });
  }
  if (isBound && given !== workspace) {
    throw new ToolFailure(
      `This address serves the workspace ${String(workspace)} only. Leave workspace out.`,
      [{ tool: "what_happened", arguments: {} }],
      { workspace: "Leave it out" },
    );
  }
  return given;
}

/** The refusal of a call while as many as allowed are running. */
export function tooMany(tool: Tool, given: JsonObject, most: number): ToolFailure {
  return new ToolFailure(
    `${most} calls are already running. Retry when one of them has finished.`,
    JSON.stringify(given).length < 600 ? [{ tool: tool.name, arguments: given }] : [],
  );
}

/** An answer for a tool that failed. An unforeseen failure goes to the log, with an id that the answer names. */
export function failed(
  error: unknown,
  { served, log }: { readonly served: ReadonlySet<string>; readonly log: (text: string) => void },
): CallToolResult {
  if (error instanceof ProtocolError) throw error;
  if (!(error instanceof ToolFailure)) {
    const id = randomUUID();
    log(
      `request ${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    return refusal({ error: `The sandbox failed: request id ${id}.`, next: [] });
  }
  const { message, fields, next } = error;
  return refusal({
    error: message.length > errorMax ? `${message.slice(0, errorMax)}…` : message,
    ...(fields === null ? {} : { fields }),
    next: next.filter((one) => served.has(one.tool)).slice(0, 2),
  });
}

/** An error is one sentence and what the tool takes. */
const errorMax = 1_500;

function refusal(body: object): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(body) }], isError: true };
}
