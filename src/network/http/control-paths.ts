/** The path prefix of the control plane. */
export const controlPrefix = "/_sandbox";

/** The URL of a request in the console of the sandbox at `url`. */
export function requestLink(url: string, workspaceId: string, requestId: string): string {
  return `${url}${controlPrefix}/#/${encodeURIComponent(workspaceId)}/activity/${requestId}`;
}

const controlRoot = `${controlPrefix}/`;

const probes: ReadonlySet<string> = new Set(["/livez", "/readyz"]);

const probeLengthMax = Math.max(...Array.from(probes, ({ length }) => length));

/** Browsers request it by themselves, so it is not a request to the emulated API. */
const icon = "/favicon.ico";

/** Standard places of metadata, which agents and browsers look for by themselves. There is none. */
const wellKnown = "/.well-known/";

/** Whether a path belongs to the control plane; all others belong to the emulated API. */
export function isControlPath(path: string): boolean {
  if (path.startsWith(wellKnown)) return true;
  if (path.startsWith(controlRoot) || path === controlPrefix || path === icon) return true;
  // Others are longer, so the set need not hash them.
  return path.length <= probeLengthMax && probes.has(path);
}

/** Whether a browser opens the root of the server. Requests of programs go to the emulated API. */
export function isFrontPage({ method, headers }: Request, path: string): boolean {
  if (path !== "/" || !["GET", "HEAD"].includes(method) || headers.has("x-api-key")) return false;
  const accept = headers.get("accept") ?? "";
  // Java's HttpURLConnection also accepts HTML first, but pictures next.
  return /^text\/html(?!, image\/gif)/i.test(accept);
}

/**
 * The answer to a probe of an orchestrator, agent or browser, which needs no control plane; null for any other
 * request.
 */
export function probed({ method }: Request, path: string): Response | null {
  if (path.startsWith(wellKnown)) return Response.json({ message: "Not found" }, { status: 404 });
  if (!["GET", "HEAD"].includes(method)) return null;
  if (path === icon) return new Response(null, { status: 204 });
  if (!probes.has(path)) return null;
  return new Response(method === "HEAD" ? null : "ok", {
    headers: { "content-type": "text/plain;charset=UTF-8" },
  });
}
