/** A request that the user writes, and ways to send it. */
import { signal } from "@preact/signals";
import type { RenderableProps } from "preact";

import { act, copyText } from "../parts/actions.tsx";
import { toast } from "../parts/dialog.tsx";
import { Menu } from "../parts/menu.tsx";
import { baseUrl, jsonOrText, sandbox, workspace } from "../shell/connection.ts";
import { go, linkTo, place, workspaceId } from "../shell/route.ts";
import type { Sendable } from "./copy-as.ts";
import { hostHeader, languages, linesOf, writtenHeaders } from "./copy-as.ts";
import type { JournaledRequest } from "./request.ts";
import { targetOf } from "./request.ts";

export interface Draft {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** The id of the API key; empty for none. */
  readonly keyId: string;
  /** One `name: value` a line. */
  readonly headers: string;
  readonly body: string;
}

/** The drafts by request, which stay while the user looks at another tab, row or view. */
export const drafts = signal<Readonly<Record<string, Draft>>>({});

/** The ids of the requests that this page sent. */
export const sentHere = signal<ReadonlySet<string>>(new Set());

export function keepDraft(id: string, draft: Draft): void {
  drafts.value = { ...drafts.value, [id]: draft };
}

/** The draft that repeats a request of the journal. */
export function draftOf(request: JournaledRequest): Draft {
  const { headers: sent, body } = request.request;
  const { "x-api-key": _hidden, ...headers } = writtenHeaders(sent, request.surface);
  const value = jsonOrText(body ?? "");
  return {
    method: request.method,
    target: targetOf(request),
    keyId: request.apiKeyId ?? "",
    headers: linesOf(headers).join("\n"),
    body: typeof value === "string" ? (body ?? "") : JSON.stringify(value, null, 2),
  };
}

const hostLine = /^host\s*:(.*)/i;

/** The headers of a draft with the host that selects the API of a key. */
export function headersFor(headers: string, surface: string): string {
  const others = headers.split("\n").filter((line) => line !== "" && !hostLine.test(line.trim()));
  return [...linesOf(hostHeader(surface)), ...others].join("\n");
}

export const hostReason =
  "A browser cannot set the header Host, which selects this API: copy the request as code and run it.";

/** Whether a draft has a header Host other than that of this page. */
export function needsHost({ headers }: Draft): boolean {
  const hosts = headers.split("\n").map((line) => hostLine.exec(line.trim())?.[1]?.trim());
  return hosts.some((host) => host !== undefined && host !== location.host);
}

export type UsableKey = Awaited<ReturnType<typeof keysOf>>[number];

/** Every key of the workspace, named after its Firm and its use. The journal redacts them. */
export async function keysOf() {
  const { firms } = await sandbox().workspaces.get(workspaceId.value);
  return firms.flatMap(({ name, apiKeys }) =>
    apiKeys.map(({ id, key, roleType, environment }) => ({
      id,
      key,
      name: `${name}, ${roleType}, ${environment}`,
      surface: `${roleType.toLowerCase()}-${environment}`,
    })),
  );
}

/** The request with its key, which the journal redacts. */
export async function withKey(request: Sendable, keyId: string | null): Promise<Sendable> {
  const key = (await keysOf()).find(({ id }) => id === keyId)?.key;
  if (key === undefined) return request;
  return { ...request, headers: { ...request.headers, "x-api-key": key } };
}

export async function sendableOf(draft: Draft): Promise<Sendable> {
  const { method, target, body, keyId } = draft;
  const hasBody = body !== "" && method !== "GET" && method !== "HEAD";
  const own = { method, headers: draftHeaders(draft), body: hasBody ? body : null };
  return withKey({ ...own, url: baseUrl() + target }, keyId);
}

/** Sends a draft and opens its request, if the sandbox named it. */
export async function send(draft: Draft): Promise<void> {
  if (needsHost(draft)) throw new Error(hostReason);
  const { url, ...request } = await sendableOf(draft);
  const { status, headers } = await fetch(url, request);
  // LEAD_SANDBOX_HEADERS=off sends none.
  const requestId = headers.get("x-sandbox-request-id");
  if (requestId === null) return toast(`The request was answered with ${status}.`);
  sentHere.value = new Set([...sentHere.value, requestId]);
  go(linkTo("activity", requestId, { ...place.value.query, do: "" }));
}

export type Explained = Awaited<ReturnType<ReturnType<typeof workspace>["explain"]>>;

/** Runs the request as a dry run, which changes nothing. */
export function explain(draft: Draft): Promise<Explained> {
  const { method, target, keyId, body } = draft;
  return workspace().explain({
    method,
    path: target,
    headers: draftHeaders(draft),
    ...(keyId === "" ? {} : { apiKeyId: keyId }),
    ...(body === "" ? {} : { body }),
  });
}

/** The headers of a draft. Throws for a line without a colon. */
function draftHeaders({ headers, body }: Draft): Readonly<Record<string, string>> {
  const lines = headers.split("\n").filter((line) => line.trim() !== "");
  const written = lines.map((line) => {
    const colon = line.indexOf(":");
    if (colon < 1)
      throw new Error(`"${line}" is not a header. Expected a line such as name: value.`);
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  const json = body === "" ? [] : [["content-type", "application/json"] as const];
  return Object.fromEntries([...json, ...written]);
}

type OfDraft = Readonly<{ draft: Draft }>;
type Named = Readonly<{ label: string }>;

/** A menu of languages; copies the request as code of the picked one. */
export function CopyAs({ label, find }: Named & { readonly find: () => Promise<Sendable> }) {
  const items = [...languages.keys()].map((name) => [name, name] as const);
  const copy = async (language: string) => copyText(languages.get(language)?.(await find()) ?? "");
  const pick = (language: string) => void act(() => copy(language), `Copied as ${language}.`);
  return <Menu label={label} items={items} onPick={pick} />;
}

/** The button `children` that sends a draft; a menu that copies it if a browser cannot send it. */
export function Sending({ draft, label, children }: RenderableProps<OfDraft & Named>) {
  if (!needsHost(draft)) return <>{children}</>;
  return <CopyAs label={label} find={() => sendableOf(draft)} />;
}

/** Why there is a menu instead of the button. */
export function HostReason({ draft }: OfDraft) {
  return needsHost(draft) ? <p class="hint">{hostReason}</p> : null;
}
