import * as z from "zod";

import type { Json } from "../../../base/values/json.ts";
import { Date } from "../../../base/values/native-timers.ts";
import { surfaceName } from "../../../domain/model/surface.ts";
import { isChoiceRuleId, ruleOf } from "../../../domain/rules/catalogue.ts";
import type { CitedRule } from "../../../domain/rules/trace.ts";
import { chosenFor } from "../../../domain/rules/trace.ts";
import { isControlPath } from "../../../network/http/control-paths.ts";
import { recordOf } from "../../../world/workspace/fixtures/list-of.ts";
import { JsonValue } from "../../../world/workspace/fixtures/world-shape.ts";
import type { DryRunResult } from "../../../world/workspace/requests/context.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import { ok } from "../calls/answer.ts";
import { ControlError, unknown } from "../calls/control-error.ts";
import type { ControlCall } from "../calls/operation.ts";
import { withBody } from "../calls/operation.ts";
import { isoOrNull, one } from "../calls/shapes.ts";
import { ExplainedRecord, explainRecord } from "./explain-record.ts";

/**
 * A described request. `body` is sent as JSON with its content type, or verbatim and without one if it is a string;
 * `apiKeyId` adds that key's header.
 */
const DescribedRequest = z.strictObject({
  method: z.string().regex(/^[A-Za-z]{1,16}$/),
  path: z.string().regex(/^\/[\x21-\x7e]*$/),
  headers: recordOf(z.string(), z.string()).default({}),
  body: JsonValue().exactOptional(),
  apiKeyId: z.string().exactOptional(),
});

const Explanation = z.strictObject({
  status: z.int().nullable(),
  headers: z.record(z.string(), z.string()),
  body: JsonValue(),
  operationId: z.string().nullable(),
  surface: z.string(),
  apiKeyId: z.string().nullable(),
  reason: z.string().exactOptional(),
  rules: z.array(
    z.strictObject({
      id: z.string(),
      clause: z.string(),
      standing: z.enum(["documented", "reference", "assumed"]),
      statement: z.string(),
      assumed: z.boolean(),
      choice: z.string().exactOptional(),
    }),
  ),
  events: z.array(z.strictObject({ type: z.string(), data: z.record(z.string(), JsonValue()) })),
  faultId: z.string().exactOptional(),
  allowedAt: isoOrNull,
  record: ExplainedRecord.exactOptional(),
});

/** POST `W/explain`: a dry run of a request, rule by rule. It changes, meters and journals nothing. */
export const explain = withBody({
  id: "explain",
  summary: "Show how a request would be answered now and by which rules, as a dry run",
  method: "POST",
  path: "/explain",
  destroys: null,
  body: DescribedRequest,
  answer: one(Explanation),
  async run(call, described) {
    const { workspace, server } = call;
    const request = describedRequest(call, described);
    const result = await server.dryRun(workspace, request);
    const record = explainRecord(call, request, result);
    const { allowedAt, operationId, apiKey } = result.context.notes;
    return ok({
      status: result.response?.status ?? null,
      headers: Object.fromEntries(result.response?.headers ?? []),
      body: await bodyOf(result.response),
      operationId,
      surface: surfaceName(result.context.surface),
      apiKeyId: apiKey?.id ?? null,
      ...reasonOf(result),
      rules: result.context.trace.cited().map((rule) => showRule(workspace, rule)),
      events: result.events.map(({ type, data }) => ({ type, data })),
      ...(result.fault === null ? {} : { faultId: result.fault.id }),
      allowedAt: allowedAt === null ? null : new Date(allowedAt).toISOString(),
      ...(record === null ? {} : { record }),
    });
  },
});

function describedRequest(call: ControlCall, described: z.infer<typeof DescribedRequest>): Request {
  const headers = describedHeaders(call, described);
  const { body, path } = described;
  const method = described.method.toUpperCase();
  const text = body === undefined ? null : bodyText(body);
  if (text !== null && typeof body !== "string" && !headers.has("content-type")) {
    headers.set("content-type", "application/json");
  }
  const hasBody = text !== null && method !== "GET" && method !== "HEAD";
  const host = headers.get("host") ?? "partner.localhost";
  if (!hostShape.test(host)) throw unsendable(`${JSON.stringify(host)} is not a host`);
  try {
    const request = new Request(`http://${host}${path}`, {
      method,
      headers,
      // As bytes, since a text would add a content type.
      ...(hasBody ? { body: Buffer.from(text) } : {}),
    });
    if (!isControlPath(new URL(request.url).pathname)) return request;
  } catch (error) {
    throw unsendable(error instanceof Error ? error.message : String(error));
  }
  throw unsendable(`${path} is a call of the control API, which has no rules`);
}

/** URL parsers would treat other characters as the start of the path. */
const hostShape = /^[^\s/?#@\\]+$/;

function unsendable(reason: string): ControlError {
  return new ControlError(422, `This is not a request to the emulated API: ${reason}.`);
}

function describedHeaders(
  { workspace, registry }: ControlCall,
  { headers: sent, apiKeyId }: z.infer<typeof DescribedRequest>,
): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(sent)) setHeader(headers, name, value);
  if (apiKeyId !== undefined) {
    const key = workspace.keys().find(({ id }) => id === apiKeyId);
    if (key === undefined) throw unknown("API key", apiKeyId, "GET api-keys lists them.");
    headers.set("x-api-key", key.key);
  }
  const owner = registry.findKey((headers.get("x-api-key") ?? "").toLowerCase());
  if (owner !== null && owner.workspace !== workspace) {
    throw new ControlError(422, "The key belongs to another workspace.", {
      fields: { headers: [{ code: "INVALID", message: "The key belongs to another workspace" }] },
      hint: "Call that workspace: POST /_sandbox/workspaces/{id}/explain.",
    });
  }
  return headers;
}

function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    // An invalid header cannot be sent.
    throw new ControlError(422, `${JSON.stringify(name)} is not a valid header.`);
  }
}

function bodyText(body: Json): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}

/** The body as JSON, or as text if it is not JSON. */
async function bodyOf(response: Response | null): Promise<unknown> {
  const text = (await response?.text()) ?? "";
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    // A planned fault may break the body.
    return text;
  }
}

function reasonOf({ context }: DryRunResult): { readonly reason?: string } {
  const { reason } = context.notes;
  return reason === null ? {} : { reason };
}

function showRule(workspace: Workspace, { id, assumed }: CitedRule) {
  const { clause, standing, statement } = ruleOf(id);
  const choice = isChoiceRuleId(id) ? { choice: chosenFor(id, workspace.assumptions()) } : {};
  return { id, clause, standing, statement, assumed, ...choice };
}
