/**
 * Requests as a text that the HTTP clients of editors run. Clients of other people wrote them, and the file runs at a
 * developer: lines such as `###`, `< file` and `> {% script %}` are instructions there, and `{{…}}` can be a program or
 * the content of an environment variable. So each request is a block whose lines this file starts itself, without a
 * line break and without `{{` from outside. Everything else is left out, and a comment says so.
 */
import * as z from "zod";

import { secretHeaders } from "../../../domain/hiding/secret-headers.ts";
import { textType } from "../calls/media-types.ts";
import { withQuery } from "../calls/operation.ts";
import { showRequest } from "./show-request.ts";
import type { ShownRequest } from "./shown-request.ts";

/** GET `W/requests.http`: the journal as requests to run, oldest first. Keys are variables. */
export const getRequestsHttp = withQuery({
  id: "get-requests-http",
  summary: "Export the journal as a file of requests for the HTTP clients of editors",
  method: "GET",
  path: "/requests.http",
  query: z.strictObject({
    requestId: z.string().exactOptional().describe("Only this request"),
  }),
  answer: null,
  mediaType: textType,
  run({ registry, workspace, url, server: { address } }, { requestId }) {
    const requests = workspace.journal
      .entries()
      .filter(({ id }) => requestId === undefined || id === requestId)
      .toReversed()
      .map((entry) => showRequest(registry, entry));
    const origin = address.publicUrl() ?? address.servedAt() ?? new URL(url).origin;
    const about = { origin, workspace: workspace.id };
    return { status: 200, body: httpFile(requests, about), mediaType: textType };
  },
});

/** The file: variables for address and keys, then the requests in their order. */
export function httpFile(
  requests: readonly ShownRequest[],
  { origin, workspace }: { readonly origin: string; readonly workspace: string },
): string {
  const keys = new Map<string, string>();
  for (const { apiKeyId } of requests) {
    if (apiKeyId !== null && !keys.has(apiKeyId)) keys.set(apiKeyId, `key${keys.size + 1}`);
  }
  return [
    `# Requests to the workspace ${quotedInComment(workspace)} of lead-sandbox.`,
    `# "lead-sandbox workspaces list --json" shows the keys.`,
    `@baseUrl = ${origin}`,
    ...Array.from(
      keys,
      ([id, name]) => `# The API key ${quotedInComment(id)}\n@${name} = PASTE-THE-KEY`,
    ),
    ...requests.flatMap((request) => ["", ...blockOf(request, keys)]),
    "",
  ].join("\n");
}

function blockOf(shown: ShownRequest, keys: ReadonlyMap<string, string>): readonly string[] {
  const { method, path, query, id, at, status, rules } = shown;
  const head = [
    `### ${commentText(id)}`,
    `# ${commentText(at)} ${status} ${commentText(rules.join(", "))}`.trimEnd(),
  ];
  // A target without a slash would continue the host of the address.
  if (!/^[A-Z]{1,20}$/.test(method) || !path.startsWith("/")) {
    return [...head, `# Left out: the request line ${quotedInComment(`${method} ${path}`)}`];
  }
  const headers = headerLines(shown, keys);
  const body = bodyOf(shown.request);
  return [
    ...head,
    ...headers.leftOut,
    ...(body.leftOut ?? []),
    `${method} {{baseUrl}}${inUrl(path)}${query === "" ? "" : `?${inUrl(query)}`}`,
    ...headers.lines,
    ...(body.line === null ? [] : ["", body.line]),
  ];
}

/** Headers that a client sets itself, or that belong to one connection. */
const automatic: ReadonlySet<string> = new Set(
  "connection content-length expect host keep-alive te trailer transfer-encoding upgrade".split(
    " ",
  ),
);

function headerLines(
  { request, surface, apiKeyId }: ShownRequest,
  keys: ReadonlyMap<string, string>,
) {
  const lines: string[] = [];
  const leftOut: string[] = [];
  for (const [name, value] of Object.entries(request.headers)) {
    // The host selects the surface. It is a header only, so that no request leaves for a host that a client named.
    const isUsual = automatic.has(name) && (name !== "host" || surface === "partner-sandbox");
    if (isUsual) continue;
    if (name === "x-api-key") lines.push(`${name}: ${keyVariable(apiKeyId, keys)}`);
    else if (isHeader(name, value)) lines.push(`${name}: ${value}`);
    else leftOut.push(`# Left out: the header ${quotedInComment(name)}`);
  }
  return { lines, leftOut };
}

function keyVariable(apiKeyId: string | null, keys: ReadonlyMap<string, string>): string {
  const name = apiKeyId === null ? undefined : keys.get(apiKeyId);
  return name === undefined ? "no-such-key" : `{{${name}}}`;
}

function isHeader(name: string, value: string): boolean {
  return (
    /^[a-z0-9-]{1,100}$/.test(name) &&
    !secretHeaders.has(name) &&
    /^[\x20-\x7E]*$/.test(value) &&
    !/\{[{%]/.test(value)
  );
}

interface WrittenBody {
  readonly line: string | null;
  readonly leftOut?: readonly string[];
}

/** JSON on one line, with the same values. Any other text could be instructions, so it is only quoted. */
function bodyOf({ body, cutFromBytes }: ShownRequest["request"]): WrittenBody {
  if (body === null || body === "") return { line: null };
  if (cutFromBytes !== undefined) {
    return {
      line: null,
      leftOut: [`# Left out: the body, which the journal cut from ${cutFromBytes} bytes`],
    };
  }
  if (!isJson(body))
    return {
      line: null,
      leftOut: [`# Left out: the body, which is not JSON: ${quotedInComment(body)}`],
    };
  // Outside of strings, JSON has these only between values, and no other such character.
  const line = body
    .trim()
    .replaceAll(/[\r\n\t]/g, " ")
    .replaceAll(risky, escaped);
  return { line };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // The client sent something else.
  }
}

/** In a JSON string: what opens `{{` or `{%`, and characters outside of ASCII, which can end a line or hide it. */
const risky = /[^\x20-\x7E]|\{(?=[{%])/gu;

function escaped(text: string): string {
  return Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
}

/** A foreign text in a comment: on its line, and never an instruction. */
function quotedInComment(text: string): string {
  return JSON.stringify(text).replaceAll(/[^\x20-\x7E]|\{/gu, escaped);
}

/** A text of the sandbox in a comment. */
function commentText(text: string): string {
  return text.replaceAll(/[^\w ,;.:-]/g, "_");
}

/** A path or query: characters that no URL has are percent-encoded, which means the same. */
function inUrl(text: string): string {
  return text.toWellFormed().replaceAll(/[^\w\-.~!$&'()*+,;=:@/%?]/gu, encodeURIComponent);
}
