/** Where the control plane begins. */
export const controlPrefix = "/_sandbox";

/** The row of a request in the console of the sandbox that is served at `url`. */
export function requestLink(url: string, workspaceId: string, requestId: string): string {
  const place = [workspaceId, "activity", requestId].map(encodeURIComponent).join("/");
  return `${url}${controlPrefix}/#/${place}`;
}

const probes: ReadonlySet<string> = new Set(["/livez", "/readyz"]);

/** What a browser asks for on its own account, which is nobody's request to the emulated API. */
const icon = "/favicon.ico";

/** Whether a path belongs to the control plane; every other is the emulated API's. */
export function isControlPath(path: string): boolean {
  return (
    path === controlPrefix ||
    path.startsWith(`${controlPrefix}/`) ||
    probes.has(path) ||
    path === icon
  );
}

/** Whether a browser opens the root of the server; what a program sends there is the emulated API's. */
export function isFrontPage({ method, headers }: Request, path: string): boolean {
  if (path !== "/" || !["GET", "HEAD"].includes(method) || headers.has("x-api-key")) return false;
  const accept = headers.get("accept") ?? "";
  // Java's HttpURLConnection also asks for HTML first, with pictures next.
  return /^text\/html(?!, image\/gif)/i.test(accept);
}

/** The answer to a probe of an orchestrator or a browser, which needs nothing of the plane; null to any other request. */
export function probed({ method }: Request, path: string): Response | null {
  if (!["GET", "HEAD"].includes(method)) return null;
  if (path === icon) return new Response(null, { status: 204 });
  if (!probes.has(path)) return null;
  return new Response(method === "HEAD" ? null : "ok", {
    headers: { "content-type": "text/plain;charset=UTF-8" },
  });
}
