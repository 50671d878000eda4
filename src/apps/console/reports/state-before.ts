/** Brings a fresh workspace to a point of a run by replaying the calls of its bundle. */
import type { BundledCall } from "../../../harness/explore/bundle/bundle-content.ts";
import { isReplayed } from "../../../harness/explore/bundle/replayed.ts";
import { baseUrl, callControl, sandbox } from "../shell/connection.ts";
import type { Bundle } from "./files.ts";

/** Creates a workspace and sends the calls before number `at`. Returns its id and the calls that had no effect. */
export async function stateBefore(bundle: Bundle, at: number) {
  const { settings, variation, startsAt, calls } = bundle;
  const before = calls.slice(0, at - 1);
  // Nothing is created or sent if one of the calls is refused.
  for (const call of before) destinationOf(call, baseUrl(), "fresh");
  const { fixture } = settings;
  const choices = { ...settings.assumptions, ...variation?.choices };
  const created = await sandbox().workspaces.create({
    seed: settings.seed,
    ...(typeof fixture === "string" ? { fixture } : {}),
    now: new Date(startsAt).toISOString(),
    assumptions: choices,
  });
  const { id } = created;
  // Another world has keys of its own, and its assumptions replace those of the workspace.
  const { firms } =
    typeof fixture === "string"
      ? created
      : await sandbox()
          .workspace(id)
          .state.put({
            ...fixture,
            assumptions: { ...Object(fixture["assumptions"]), ...choices },
          });
  const keys = new Map(firms.flatMap(({ apiKeys }) => apiKeys.map((key) => [key.id, key.key])));
  const failed: string[] = [];
  for (const call of before) {
    // oxlint-disable-next-line no-await-in-loop -- in the order in which they were sent
    const problem = await send(call, id, keys);
    if (problem !== null) failed.push(`${call.method} ${call.path}: ${problem}`);
  }
  return { id, failed };
}

/** Sends a call; returns why it had no effect, or null. */
async function send(
  call: BundledCall,
  workspaceId: string,
  keys: ReadonlyMap<string, string>,
): Promise<string | null> {
  const { plane, method, body, apiKeyId } = call;
  const path = destinationOf(call, baseUrl(), workspaceId);
  if (path === null) return null;
  if (plane === "control") {
    await callControl(method, path, body);
    return null;
  }
  const key = keys.get(apiKeyId ?? "");
  // Without a key of this workspace, the call would count in another one.
  if (key === undefined) return "the workspace does not have its key";
  const response = await fetch(baseUrl() + path, {
    method,
    headers: { "x-api-key": key, ...(body === null ? {} : { "content-type": "application/json" }) },
    ...(body === null || method === "GET" || method === "HEAD" ? {} : { body }),
  });
  await response.arrayBuffer();
  return response.ok ? null : `answered with ${response.status}`;
}

/**
 * The path to which a call of a bundle goes in the workspace `id`; null for one that need not be sent. A bundle may come
 * from a stranger: throws for a call that would leave the workspace or its plane.
 */
export function destinationOf(call: BundledCall, origin: string, id: string): string | null {
  if (!isReplayed(call)) return null;
  return call.plane === "control" ? controlPath(call, origin, id) : apiPath(call, origin);
}

function controlPath({ method, path }: BundledCall, origin: string, id: string): string | null {
  const inner = path.replace(/^\/_sandbox(?:\/workspaces\/[^/?]+)?(?=[/?]|$)/, "");
  // Reads change nothing, and this workspace replaces any that the client created or dropped.
  if (method === "GET" || /^(?:\/workspaces)?(?:$|\?)/.test(inner)) return null;
  const workspace = `${origin}/_sandbox/workspaces/${encodeURIComponent(id)}`;
  const url = resolved(workspace + inner);
  if (url?.startsWith(`${workspace}/`) !== true) throw leaves(method, path);
  return url.slice(origin.length);
}

function apiPath({ method, path }: BundledCall, origin: string): string {
  const url = resolved(origin + path);
  const isControl = /^\/*(?:_|%5f)/i.test(url?.slice(origin.length) ?? "");
  if (url?.startsWith(`${origin}/`) !== true || isControl) throw leaves(method, path);
  return url.slice(origin.length);
}

/** The URL that a browser would call; null where a server could read its path in another way. */
function resolved(text: string): string | null {
  const [path = ""] = text.split(/[?#]/, 1);
  return /\\|%(?:2e|2f|5c|25)/i.test(path) || !URL.canParse(text) ? null : new URL(text).href;
}

function leaves(method: string, path: string): Error {
  return new Error(
    `This bundle is not replayed: its call ${method} ${path} leads out of the fresh workspace.`,
  );
}
