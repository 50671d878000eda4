/** How the page reaches its sandbox: by the typed client of the control API alone. */
import { computed, signal } from "@preact/signals";

import type { SandboxClient, WorkspaceClient } from "../../client/index.ts";
import { newSandboxClient } from "../../client/index.ts";
import { workspaceId } from "./route.ts";

const storageKey = "lead-sandbox-token";

/** The control token, in memory only unless the person asked for it to be kept for this tab. */
const token = signal<string | null>(null);

/** Whether the sandbox asks for a token that it was not given yet. */
export const needsToken = signal(false);

/** Reads the token that this tab kept. */
export function restoreToken(): void {
  const kept = sessionStorage.getItem(storageKey);
  token.value = kept;
  // A token that is wrong by now is asked for again at the first call.
  if (kept !== null) openSession(clientWith(kept)).catch(() => {});
}

/** Lets frames and links of the page reach the sandbox, which cannot send the token. */
async function openSession(client: SandboxClient): Promise<void> {
  await client.session.open();
}

/** Tries a token; throws the sandbox's refusal when it is wrong. */
export async function enterToken(text: string, isKept: boolean): Promise<void> {
  await openSession(clientWith(text));
  if (isKept) sessionStorage.setItem(storageKey, text);
  token.value = text;
  needsToken.value = false;
}

function clientWith(given: string | null): SandboxClient {
  return newSandboxClient({
    url: location.origin,
    ...(given === null ? {} : { token: given }),
    fetch: watchedFetch,
  });
}

async function watchedFetch(request: Request): Promise<Response> {
  const response = await fetch(request);
  if (response.status === 401) needsToken.value = true;
  return response;
}

const sandboxSignal = computed(() => clientWith(token.value));
const workspaceSignal = computed(() => sandboxSignal.value.workspace(workspaceId.value));

/** The calls of the server. */
export function sandbox(): SandboxClient {
  return sandboxSignal.value;
}

/** The calls of the workspace that is shown. */
export function workspace(): WorkspaceClient {
  return workspaceSignal.value;
}

/** The text of an error for a person: what is wrong, and the next step where the sandbox names one. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Sends a call of the control API by its path; for the form that takes any of them. Throws with the message of a refusal. */
export async function callControl(
  method: string,
  path: string,
  body: string | null,
): Promise<unknown> {
  const headers = {
    ...(token.value === null ? {} : { authorization: `Bearer ${token.value}` }),
    ...(body === null ? {} : { "content-type": "application/json" }),
  };
  const init = { method, headers, ...(body === null ? {} : { body }) };
  const response = await watchedFetch(new Request(`${location.origin}/_sandbox${path}`, init));
  const text = await response.text();
  if (response.ok) return jsonOrText(text);
  throw new Error(refusalIn(text) ?? `${method} ${path} failed with status ${response.status}.`);
}

type Json = Exclude<Parameters<WorkspaceClient["faults"]["release"]>[1]["body"], undefined>;

/** The value of a JSON text; the text itself where it is none. */
export function jsonOrText(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    // Not everything that is sent and answered is JSON.
    return text;
  }
}

function refusalIn(text: string): string | null {
  const refusal: unknown = jsonOrText(text);
  if (typeof refusal !== "object" || refusal === null || !("message" in refusal)) return null;
  const hint = "hint" in refusal ? ` ${String(refusal.hint)}` : "";
  return `${String(refusal.message)}${hint}`;
}
