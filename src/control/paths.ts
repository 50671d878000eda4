/** Where the tester's plane begins. */
export const controlPrefix = "/_sandbox";

const probes: ReadonlySet<string> = new Set(["/livez", "/readyz"]);

/** Whether a path belongs to the tester's plane; every other is the emulated API's. */
export function isControlPath(path: string): boolean {
  return path === controlPrefix || path.startsWith(`${controlPrefix}/`) || probes.has(path);
}

/** The answer to a probe of an orchestrator, which needs nothing of the plane; null to any other request. */
export function probed({ method }: Request, path: string): Response | null {
  if (!probes.has(path) || !["GET", "HEAD"].includes(method)) return null;
  return new Response(method === "HEAD" ? null : "ok", {
    headers: { "content-type": "text/plain;charset=UTF-8" },
  });
}
