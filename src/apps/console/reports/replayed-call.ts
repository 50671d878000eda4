import type { BundledCall } from "../../../harness/explore/bundle/bundle-content.ts";
import { isReplayed } from "../../../harness/explore/bundle/replayed.ts";

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
