/** How the page reaches its sandbox: only through the typed client of the control API. */
import { batch, computed, signal } from "@preact/signals";

import type { Json } from "../../../base/values/json.ts";
import { parsedJson } from "../../../base/values/json.ts";
import { shardOfId } from "../../../domain/model/shard.ts";
import type { SandboxClient, WorkspaceClient } from "../../../library/client/index.ts";
import { newSandboxClient } from "../../../library/client/index.ts";
import { refusalOf, SandboxError } from "../../../library/client/sandbox-error.ts";
import { go, linkTo, place, workspaceId } from "./route.ts";

const storageKey = "lead-sandbox-token";
const boundKey = "lead-sandbox-workspace";

/** The control token. It stays in memory unless the user chose to keep it for this tab. */
export const token = signal<string | null>(null);

/** Whether the sandbox requires a token that the page does not have yet. */
export const needsToken = signal(false);

/** The workspace that the token opens; null for the control token, which opens the server. */
export const boundTo = signal<string | null>(null);

/** The sandbox of the workspace if it is one of several behind a proxy. */
export const shard = computed(() => shardOfId(workspaceId.value));

/** Leads a proxy to that sandbox with calls whose path names no workspace. */
function shardHeaders(): Record<string, string> {
  return shard.value === null ? {} : { "x-sandbox-shard": shard.value };
}

export function restoreToken(): void {
  boundTo.value = sessionStorage.getItem(boundKey);
  const kept = sessionStorage.getItem(storageKey);
  token.value = kept;
  // If the token is no longer valid, the first call opens the token form.
  if (kept !== null) openSession(clientWith(kept)).catch(() => {});
}

/** Opens a session, because frames and links cannot send the token. Returns the workspace that the token opens. */
async function openSession(client: SandboxClient): Promise<string | null> {
  return (await client.session.open()).workspaceId ?? null;
}

/** Tries a token; throws the sandbox's refusal if it is wrong. That of a workspace leads to that one. */
export async function enterToken(text: string, isKept: boolean): Promise<void> {
  const bound = await openSession(clientWith(text));
  if (isKept) sessionStorage.setItem(storageKey, text);
  else sessionStorage.removeItem(storageKey);
  if (bound === null) sessionStorage.removeItem(boundKey);
  else sessionStorage.setItem(boundKey, bound);
  batch(() => {
    token.value = text;
    boundTo.value = bound;
    needsToken.value = false;
    if (bound !== null && bound !== workspaceId.value) {
      go(linkTo(place.value.view, null, {}, bound));
    }
  });
}

function clientWith(given: string | null): SandboxClient {
  return newSandboxClient({
    url: baseUrl(),
    ...(given === null ? {} : { token: given }),
    headers: shardHeaders(),
    fetch: watchedFetch,
  });
}

async function watchedFetch(request: Request): Promise<Response> {
  const response = await fetch(request);
  // A write is refused behind a proxy that hides the host, too, and no token helps there.
  const isRefused = response.status === 403 && request.method === "GET" && isOfPage(request);
  if (response.status === 401 || isRefused) needsToken.value = true;
  return response;
}

/** Whether the page cannot do without the answer: about its workspace, or the list of all. */
function isOfPage({ url }: Request): boolean {
  const all = `${baseUrl()}/_sandbox/workspaces`;
  const [address = ""] = url.split("?", 1);
  const own = `${all}/${encodeURIComponent(workspaceId.value)}`;
  return address === all || address === own || address.startsWith(`${own}/`);
}

const sandboxSignal = computed(() => clientWith(token.value));
const workspaceSignal = computed(() => sandboxSignal.value.workspace(workspaceId.value));

export function sandbox(): SandboxClient {
  return sandboxSignal.value;
}

export function workspace(): WorkspaceClient {
  return workspaceSignal.value;
}

/** The message of an error for display, without a hint to another call of the control API: here, buttons make calls. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof SandboxError)) return error.message;
  const { status, message, hint, fields } = error;
  if (status === 0) return `The sandbox at ${baseUrl()} does not answer. Is it running?`;
  const isCall = hint !== null && /\b(?:GET|POST|PUT|PATCH|DELETE) \S/.test(hint);
  const own = isCall ? message.slice(0, -hint.length).trimEnd() : message;
  const problems = Object.entries(fields ?? {}).map(
    ([name, all]) => `${name}: ${all.map((one) => one.message).join(", ")}`,
  );
  return [own, ...problems].join(" ");
}

/** Sends any call of the control API by its whole path. Throws the message of a refusal. */
export async function callControl(method: string, path: string, body: string | null) {
  const headers = {
    ...shardHeaders(),
    ...(token.value === null ? {} : { authorization: `Bearer ${token.value}` }),
    ...(body === null ? {} : { "content-type": "application/json" }),
  };
  const init = { method, headers, ...(body === null ? {} : { body }) };
  const response = await watchedFetch(new Request(baseUrl() + path, init));
  const text = await response.text();
  if (response.ok) return jsonOrText(text);
  throw refusalOf({ method, url: path }, response, text);
}

/** The value of JSON, or the text of anything else: bodies may be plain text. */
export function jsonOrText(text: string): Json {
  const value = parsedJson(text);
  return value === undefined ? text : value;
}

/** The address of a page of the guide, such as `mail#read-the-mail`. */
export function guideUrl(page: string): string {
  return `${baseUrl()}/_sandbox/guide/${page}`;
}

/** The URL of the sandbox as this page reaches it: a proxy may serve it below a path. */
export function baseUrl(): string {
  return location.origin + location.pathname.replace(/\/_sandbox\/?$/, "");
}
