import * as z from "zod";

import type { Json } from "../../../base/values/json.ts";
import { isJsonObject, parsedJson } from "../../../base/values/json.ts";
import type { WorkspaceClient } from "../../../library/client/workspace-client.ts";
import type { Catalogue } from "../catalogue.ts";
import { ToolFailure } from "../failure.ts";
import type { NextCall } from "../tool-names.ts";
import type { Answer } from "../tool.ts";
import { newTool } from "../tool.ts";

/** Why a request was answered as it was, or how one would be. */
export const explain = newTool({
  name: "explain",
  kind: "read",
  description:
    "Why a sent request (id, last, last_refused) was answered so, by rule; or how a described one would be: method, path, apiKeyId, headers, body. Changes nothing.",
  input: {
    request: z.string().min(1).max(200).optional(),
    method: z.string().max(16).optional(),
    path: z.string().max(2_000).optional().describe("With query, such as /v1/leads?limit=5"),
    apiKeyId: z.string().min(1).max(200).optional(),
    headers: z.record(z.string(), z.string()).optional(),
    body: z.unknown().optional().describe("JSON, or text to send as it is"),
  },
  example: { method: "GET", path: "/v1/leads" },
  async run(call, described) {
    const { surroundings, workspace } = call;
    const { request, method, path, ...rest } = described;
    const world = surroundings.client.workspace(workspace);
    if (request !== undefined) {
      if (method !== undefined || path !== undefined || Object.keys(rest).length > 0) {
        throw ofEither(workspace);
      }
      return explained(
        await journaledRequest(world, request, workspace),
        await surroundings.catalogue(),
        workspace,
      );
    }
    if (method === undefined || path === undefined) throw ofEither(workspace);
    const { apiKeyId, headers } = rest;
    const { body } = call.given;
    const answer = await world.explain({
      method,
      path,
      ...(apiKeyId === undefined ? {} : { apiKeyId }),
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined ? {} : { body }),
    });
    const rules = answer.rules.map(({ id, standing, statement }) => ({ id, standing, statement }));
    const data = {
      status: answer.status,
      operation: answer.operationId,
      ...(answer.reason === undefined ? {} : { reason: answer.reason }),
      answer: answer.body,
      ...(answer.allowedAt === null ? {} : { allowedAt: answer.allowedAt }),
      ...(answer.faultId === undefined ? {} : { fault: answer.faultId }),
      ...(answer.record === undefined ? {} : { record: answer.record }),
      rules,
    };
    const about = { workspace, apiKeyId: answer.apiKeyId, operationId: answer.operationId };
    return { data, lists: ["rules"], next: nextAfterExplain(answer.status ?? 0, about) };
  },
});

function ofEither(workspace: string): ToolFailure {
  return new ToolFailure(
    "Invalid arguments: explain takes request (an id, last or last_refused) or method and path.",
    [{ tool: "explain", arguments: { workspace, method: "GET", path: "/v1/leads" } }],
  );
}

type Journaled = Awaited<ReturnType<WorkspaceClient["requests"]["get"]>>;

async function journaledRequest(
  world: WorkspaceClient,
  request: string,
  workspace: string,
): Promise<Journaled> {
  if (request !== "last" && request !== "last_refused") return world.requests.get(request);
  const isWanted = ({ status }: Journaled): boolean =>
    request === "last" || status >= 400 || status === 0;
  const limit = request === "last" ? 1 : 100;
  for (let offset = 0; ; offset += limit) {
    // oxlint-disable-next-line no-await-in-loop -- each page is read only if the one before had none
    const { data, meta } = await world.requests.list({ limit, offset });
    const found = data.find(isWanted);
    if (found !== undefined) return found;
    if (offset + limit >= meta.total) break;
  }
  throw new ToolFailure(
    request === "last"
      ? "No request came to this workspace yet."
      : "No request of this workspace was refused.",
    [{ tool: "what_happened", arguments: { workspace } }],
  );
}

function explained(
  { id, at, method, path, query, status, operationId, apiKeyId, ...entry }: Journaled,
  { rules }: Catalogue,
  workspace: string,
): Answer {
  const { reason, hints, request, response } = entry;
  const search = query === "" ? "" : `?${query.replace(/^\?/, "")}`;
  return {
    data: {
      request: id,
      at,
      call: `${method} ${path}${search}`,
      status,
      operation: operationId,
      ...(apiKeyId === null ? {} : { apiKeyId }),
      ...(reason === undefined ? {} : { reason }),
      ...(hints === undefined ? {} : { hints }),
      sentBody: parsed(request.body),
      answer: parsed(response.body),
      rules: entry.rules.map((named) => {
        const [ruleId = ""] = named.split(";");
        const rule = rules.find((one) => one.id === ruleId);
        return rule === undefined
          ? { id: named }
          : { id: named, standing: rule.standing, statement: rule.statement };
      }),
    },
    lists: ["rules"],
    next: nextAfterExplain(status, { workspace, apiKeyId, operationId }),
  };
}

/** A body as JSON, so that quotes need no escapes; as text if it is not JSON or only its start. */
function parsed(body: string | null): Json {
  if (body === null) return null;
  const value = parsedJson(body);
  return isJsonObject(value) || Array.isArray(value) ? value : body;
}

function nextAfterExplain(
  status: number,
  {
    workspace,
    apiKeyId,
    operationId,
  }: {
    readonly workspace: string;
    readonly apiKeyId: string | null;
    readonly operationId: string | null;
  },
): readonly NextCall[] {
  const show = (what: string): NextCall => ({ tool: "show", arguments: { workspace, what } });
  const operation: readonly NextCall[] =
    operationId === null ? [] : [{ tool: "look_up", arguments: { query: operationId } }];
  if (status === 0 || status >= 500) return [show("faults")];
  if (status === 429 && apiKeyId !== null) {
    const until = { workspace, action: "advance_time", untilAllowed: apiKeyId };
    return [{ tool: "act", arguments: until }, show("quotas")];
  }
  if (status === 401 || status === 403) return [show("keys"), ...operation];
  if (status === 404 || status === 409) return [show("leads"), ...operation];
  if (status >= 400) return operation;
  return [{ tool: "uncovered", arguments: { workspace } }];
}
